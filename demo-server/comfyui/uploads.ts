/** Pictures that were uploaded to the demo's ComfyUI. A name that is taken by another picture is changed. */
import type { Picture } from "../media/picture.ts";

export type Uploads = {
  /** Keeps a picture. @returns the name that it got */
  readonly keep: (
    picture: Picture,
    asked: string,
    how: { readonly isOverwritten: boolean; readonly isRenamed: boolean },
  ) => string;
  readonly find: (name: string) => Picture | undefined;
};

export function createUploads(): Uploads {
  const kept = new Map<string, Picture>();
  return {
    keep: (picture, asked, { isOverwritten, isRenamed }) => {
      const isFree = (name: string): boolean => {
        const there = kept.get(name);
        return there === undefined || Buffer.compare(there.png, picture.png) === 0;
      };
      let name = asked;
      const dot = asked.lastIndexOf(".");
      for (
        let number = 1;
        (isRenamed && name === asked) || (!isOverwritten && !isFree(name));
        number += 1
      ) {
        name =
          dot < 0
            ? `${asked} (${number})`
            : `${asked.slice(0, dot)} (${number})${asked.slice(dot)}`;
      }
      kept.set(name, picture);
      return name;
    },
    find: (name) => kept.get(name),
  };
}
