/** How ffmpeg opens an untrusted clip: which formats, how many threads, which decoder. */
import { availableParallelism } from "node:os";
import { fileUrl } from "../../core/media/index.ts";
import { MAX_CLIP_PIXELS } from "./limits.ts";

/** Formats that hold one clip and name no other file (playlists do). */
const FORMATS = "mov,matroska,webm,avi,gif,apng,mpegts,mpeg,ogg,flv,asf,ivf";

/** More threads gain nothing on clips of this size and cost memory each. */
const MAX_DECODER_THREADS = 4;

/**
 * ffmpeg options up to and including `-i`, and the choice of the first moving video track.
 * @param clip what is known of it; ffmpeg's own VP8 and VP9 decoders drop transparency
 */
export function decoderInputArgs(
  path: string,
  clip?: { readonly codec: string; readonly hasAlpha: boolean },
): readonly string[] {
  // On one core a single thread is 10 % faster than the default; on two the default wins.
  const threads = Math.min(availableParallelism(), MAX_DECODER_THREADS);
  const decoder = clip?.hasAlpha === true ? ALPHA_DECODERS.get(clip.codec) : undefined;
  return [
    ...["-format_whitelist", FORMATS, "-max_pixels", String(MAX_CLIP_PIXELS)],
    // A packet cut short by the end of the file would come out as a half-grey picture.
    ...["-fflags", "+discardcorrupt", "-threads", String(threads)],
    ...(decoder === undefined ? [] : ["-c:v", decoder]),
    ...["-i", fileUrl(path), "-map", "0:V:0"],
  ];
}

const ALPHA_DECODERS: ReadonlyMap<string, string> = new Map([
  ["vp8", "libvpx"],
  ["vp9", "libvpx-vp9"],
]);
