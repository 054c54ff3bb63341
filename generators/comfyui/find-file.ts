/** The file of a finished job among the outputs in its history. Pure. */
import { z } from "zod";

export type OutputFile = {
  readonly filename: string;
  readonly subfolder: string;
  /** "output" or "temp". */
  readonly type: string;
  /** Id of the node that made it. */
  readonly node: string;
};

export type FindFileOptions = {
  /** The bound output; another node is asked only when it has nothing. */
  readonly output: string;
  readonly kind: "video" | "image";
};

const fileSchema = z.looseObject({
  filename: z.string().min(1),
  subfolder: z.string().default(""),
  type: z.string().default("output"),
});

/** Lists of files that only nodes of clips write: VHS has its clips under `gifs`. */
const CLIP_LISTS = ["gifs", "videos", "video"];
const CLIP_ENDINGS = /\.(mp4|webm|mov|mkv|m4v|gif)$/i;

/**
 * The newest clip (or picture) of the bound node, else of any node; saved files before previews.
 *
 * @param outputs as in the history: node id to lists of files
 */
export function findFile(
  outputs: Readonly<Record<string, unknown>>,
  { output, kind }: FindFileOptions,
): OutputFile | undefined {
  const others = Object.keys(outputs).filter((id) => id !== output);
  for (const nodes of [[output], others]) {
    const files = nodes.flatMap((node) => filesOf(node, outputs[node], kind));
    const file = files.findLast(({ type }) => type === "output") ?? files.at(-1);
    if (file !== undefined) return file;
  }
  return undefined;
}

function filesOf(node: string, lists: unknown, kind: "video" | "image"): readonly OutputFile[] {
  const parsed = z.record(z.string(), z.unknown()).safeParse(lists);
  if (!parsed.success) return [];
  // SaveVideo writes its clip under `images` and says `animated: [true]`.
  const animated = parsed.data["animated"];
  const isAnimated = Array.isArray(animated) && animated.includes(true);
  return Object.entries(parsed.data).flatMap(([name, files]) => {
    if (!Array.isArray(files)) return [];
    return files.flatMap((file): OutputFile[] => {
      const read = fileSchema.safeParse(file);
      if (!read.success) return [];
      const { filename, subfolder, type } = read.data;
      const isClip = isAnimated || CLIP_LISTS.includes(name) || CLIP_ENDINGS.test(filename);
      return isClip === (kind === "video") ? [{ filename, subfolder, type, node }] : [];
    });
  });
}

/** Path and query that serve a file, below the base URL. */
export function viewPath({ filename, subfolder, type }: OutputFile): string {
  return `/view?${new URLSearchParams({ filename, subfolder, type }).toString()}`;
}
