/** Models that the demo serves by `/v1/videos` and `/v1/images/edits`. A real server has one of them. */
import { refuse } from "../answering.ts";

export const SERVED_MODELS: readonly string[] = [
  "Wan-AI/Wan2.2-I2V-A14B-Diffusers",
  "Lightricks/LTX-2.3",
  "Lightricks/LTX-2.5",
  "zai-org/CogVideoX-5b-I2V",
  "ByteDance-Seed/BAGEL-7B-MoT",
  "ThinkMorph/ThinkMorph-7B",
];

/**
 * vLLM-Omni refuses a name that is not the one it serves; without a name it takes its own.
 * @throws HTTPException: 400
 */
export function checkModel(model: unknown): void {
  if (model === undefined || SERVED_MODELS.some((served) => served === model)) return;
  refuse(400, {
    detail: `Model mismatch: request specifies '${String(model)}', served are ${SERVED_MODELS.join(", ")}`,
  });
}
