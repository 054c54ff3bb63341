/** The answer to an image edit -> the bytes of its picture. Pure. */
import { z } from "zod";
import { parseJson } from "../common/parse-json.ts";

const answerSchema = z.looseObject({
  data: z.array(z.looseObject({ b64_json: z.string().min(1).nullish().catch(undefined) })).min(1),
});

export type Picture =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string };

/**
 * The first picture; the host sends base64 always.
 *
 * @param answer as the client library hands it over: text where the host did not call it JSON
 */
export function readPicture(answer: unknown): Picture {
  const parsed = answerSchema.safeParse(typeof answer === "string" ? parseJson(answer) : answer);
  const base64 = parsed.data?.data.find((item) => typeof item.b64_json === "string")?.b64_json;
  if (typeof base64 !== "string") {
    return { ok: false, reason: "expected a picture in the answer of openai but received none" };
  }
  return { ok: true, bytes: new Uint8Array(Buffer.from(base64, "base64")) };
}
