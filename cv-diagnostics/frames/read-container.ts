/**
 * Reads a clip's index with mediabunny: sizes, codec and the times of its packets. Decodes nothing
 * and believes the container; whether the frames are there shows when they are decoded.
 */
import { createRequire } from "node:module";
import type { Input, InputVideoTrack } from "mediabunny";
import { MediaError } from "../../core/errors.ts";
import { tooManyFrames } from "./frame-log.ts";
import { MAX_CLIP_FRAMES } from "./limits.ts";

/** What the container says of its first video track. */
export type ContainerFacts = {
  readonly codec: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hasAlpha: boolean;
  /** Presentation times in seconds as the container counts, ascending; one per packet. */
  readonly timesSec: readonly number[];
  /** End of the last frame, in the same count. */
  readonly endSec: number;
};

export type ContainerReading =
  | { readonly kind: "read"; readonly facts: ContainerFacts }
  /** Known container with sound and without a video track. */
  | { readonly kind: "sound_only" }
  /** Not a container or codec that this reader knows. */
  | { readonly kind: "unknown"; readonly reason: string };

const nodeRequire = createRequire(import.meta.url);

/**
 * The package as one file: its ES modules, one by one, take 50 ms longer to load. Loaded when first
 * needed, and kept from printing: what it cannot read shows in the answer.
 */
function loadMediabunny(): typeof import("mediabunny") {
  const mediabunny = nodeRequire("mediabunny") as typeof import("mediabunny");
  mediabunny.Logging.level = mediabunny.LogLevel.Silent;
  return mediabunny;
}

/**
 * Reads MP4, MOV, WebM and MKV; playlists and other formats that name further files are left out
 * on purpose.
 * @throws MediaError when there are more than `MAX_CLIP_FRAMES` packets
 */
export async function readContainer(path: string): Promise<ContainerReading> {
  const { FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } = loadMediabunny();
  const formats = [MP4, QTFF, MATROSKA, WEBM];
  const input = new Input({ source: new FilePathSource(path), formats });
  try {
    if (!(await input.canRead())) return { kind: "unknown", reason: "container not known" };
    return await readTrack(path, input);
  } catch (error) {
    if (error instanceof MediaError) throw error;
    // Its assertions on damaged files are plain errors; ffmpeg has the last word.
    return { kind: "unknown", reason: error instanceof Error ? error.message : String(error) };
  } finally {
    input.dispose();
  }
}

async function readTrack(path: string, input: Input): Promise<ContainerReading> {
  const [track] = await input.getVideoTracks();
  if (track === undefined) {
    const [sound] = await input.getAudioTracks();
    return sound === undefined
      ? { kind: "unknown", reason: "no tracks in its index" }
      : { kind: "sound_only" };
  }
  const codec = await track.getCodec();
  if (codec === null) return { kind: "unknown", reason: "codec not known" };
  const [widthPx, heightPx] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  if (!(widthPx > 0 && heightPx > 0)) return { kind: "unknown", reason: "no picture size" };
  const hasAlpha = codec === "prores" || (await track.canBeTransparent());
  const { timesSec, endSec } = await readTimes(path, track);
  if (timesSec.length === 0) return { kind: "unknown", reason: "no frames in its index" };
  return { kind: "read", facts: { codec, widthPx, heightPx, hasAlpha, timesSec, endSec } };
}

async function readTimes(
  path: string,
  track: InputVideoTrack,
): Promise<Pick<ContainerFacts, "timesSec" | "endSec">> {
  const sink = new (loadMediabunny().EncodedPacketSink)(track);
  const times: number[] = [];
  let endSec = 0;
  for await (const packet of sink.packets(undefined, undefined, { metadataOnly: true })) {
    if (times.length >= MAX_CLIP_FRAMES) throw tooManyFrames(path);
    times.push(packet.timestamp);
    endSec = Math.max(endSec, packet.timestamp + packet.duration);
  }
  return { timesSec: times.sort((a, b) => a - b), endSec };
}
