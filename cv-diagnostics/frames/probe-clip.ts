/** Facts about a clip before any of its frames is kept. */
import { describeMismatch, MediaError } from "../../core/errors.ts";
import { checkClipFile } from "./check-clip-file.ts";
import { countFrames } from "./count-frames.ts";
import { rebase } from "./frame-log.ts";
import { MAX_CLIP_PIXELS } from "./limits.ts";
import { readContainer } from "./read-container.ts";
import type { ClipInfo, DecodeOptions } from "./types.ts";

/**
 * Reads the container's index, which decodes nothing; a container or codec that the index reader
 * does not know (GIF, AVI, …) is decoded once instead. The count of an index is a promise:
 * `sampleFrames` corrects it when the frames are not there.
 * @throws MediaError when the file is missing, unreadable, a folder or empty, when it is no video,
 *   has no frame that can be decoded, or is larger than the limits in `limits.ts`
 */
export async function probeClip(path: string, options: DecodeOptions = {}): Promise<ClipInfo> {
  await checkClipFile(path);
  const reading = await readContainer(path);
  if (reading.kind === "sound_only") {
    throw new MediaError(
      describeMismatch("the clip", "a file with a video track", `${path}: none, sound only`),
      { context: { file: path } },
    );
  }
  if (reading.kind === "unknown") {
    const { timesSec, ...picture } = await countFrames(path, options);
    return withDecodedTimes({ ...checkSize(path, picture), timestampsSec: [] }, timesSec);
  }
  const { timesSec, endSec, ...picture } = reading.facts;
  return {
    ...checkSize(path, picture),
    ...describeTimes(rebase(timesSec), endSec - (timesSec[0] ?? 0)),
    countedBy: "container",
  };
}

/**
 * The clip's facts once the frames that decode are known.
 * @param timesSec seconds from the first frame, one per decoded frame
 */
export function withDecodedTimes(
  info: Pick<ClipInfo, "codec" | "hasAlpha" | "heightPx" | "timestampsSec" | "widthPx">,
  timesSec: readonly number[],
): ClipInfo {
  const { codec, hasAlpha, heightPx, timestampsSec, widthPx } = info;
  const last = timesSec.at(-1) ?? 0;
  // No decoder says how long the last frame stands: as long as the others did.
  const endSec = last + (timesSec.length > 1 ? last / (timesSec.length - 1) : 0);
  return {
    ...{ codec, hasAlpha, heightPx, widthPx },
    ...describeTimes(timesSec, endSec),
    countedBy: "decoder",
    ...(timestampsSec.length > 0 ? { declaredFrames: timestampsSec.length } : {}),
  };
}

function describeTimes(
  timestampsSec: readonly number[],
  durationSec: number,
): Pick<ClipInfo, "durationSec" | "fps" | "timestampsSec" | "totalFrames"> {
  const totalFrames = timestampsSec.length;
  const spanSec = timestampsSec.at(-1) ?? 0;
  const fps = totalFrames > 1 && spanSec > 0 ? (totalFrames - 1) / spanSec : 0;
  return { totalFrames, timestampsSec, fps, durationSec: Math.max(durationSec, spanSec) };
}

function checkSize<Picture extends { readonly widthPx: number; readonly heightPx: number }>(
  path: string,
  picture: Picture,
): Picture {
  const areaPx = picture.widthPx * picture.heightPx;
  if (areaPx > 0 && areaPx <= MAX_CLIP_PIXELS) return picture;
  throw new MediaError(
    describeMismatch(
      `the picture size of "${path}"`,
      `1 to ${MAX_CLIP_PIXELS} pixels`,
      `${picture.widthPx}x${picture.heightPx}`,
    ),
    { context: { file: path, widthPx: picture.widthPx, heightPx: picture.heightPx } },
  );
}
