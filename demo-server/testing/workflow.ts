/** A workflow of four nodes: picture, clip of 5 frames, rate, file. */
export function demoWorkflow(
  image: string,
  output: "SaveVideo" | "VHS_VideoCombine",
): Readonly<Record<string, unknown>> {
  const node = (class_type: string, inputs: Readonly<Record<string, unknown>>) => ({
    class_type,
    inputs,
  });
  const filename_prefix = "probe/clip";
  return {
    1: node("LoadImage", { image }),
    2: node("WanImageToVideo", {
      ...{ positive: ["1", 0], negative: ["1", 0], vae: ["1", 0], start_image: ["1", 0] },
      ...{ width: 64, height: 48, length: 5, batch_size: 1 },
    }),
    3: node("CreateVideo", { images: ["2", 0], fps: 8 }),
    4:
      output === "SaveVideo"
        ? node(output, { video: ["3", 0], filename_prefix, format: "auto", codec: "auto" })
        : node(output, {
            images: ["2", 0],
            frame_rate: 8,
            filename_prefix,
            format: "video/h264-mp4",
          }),
  };
}
