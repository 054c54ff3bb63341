/** What a clip holds, read by the demuxer; and whether it shows a picture. */
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from "mediabunny";

export type ClipFacts = {
  readonly frames: number;
  readonly fps: number;
  readonly widthPx: number;
  readonly heightPx: number;
};

/** @throws Error when it is no clip */
export async function probeClip(bytes: Uint8Array): Promise<ClipFacts> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error("no video track");
  const stats = await track.computePacketStats();
  const sink = new EncodedPacketSink(track);
  if ((await sink.getFirstPacket()) === null) throw new Error("no frames");
  return {
    frames: stats.packetCount,
    fps: stats.averagePacketRate,
    widthPx: track.displayWidth,
    heightPx: track.displayHeight,
  };
}
