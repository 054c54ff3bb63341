/** The key of a sheet on disk. */
import { readFile } from "node:fs/promises";
import { StoreError } from "../../core/errors.ts";
import { type SheetKey, sheetKeySchema } from "../../core/schema/sheet.ts";
import { toStoreError } from "../../core/store/fs-errors.ts";

/** Its name says who must not see it. */
export const KEY_FILE = "key-NOT-FOR-RATERS.json";

/** @throws StoreError when it cannot be read (cause: the error of node:fs) or is no key */
export async function readKey(path: string): Promise<SheetKey> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw toStoreError(error, path, "the key of a sheet");
  }
  try {
    return sheetKeySchema.parse(JSON.parse(text));
  } catch (error) {
    throw new StoreError(
      `expected the key of a sheet for ${path} but received something else. Give the ${KEY_FILE} that was written with the sheet`,
      { cause: error },
    );
  }
}
