/** What tests against the stand-in servers share. Owns no expectation. */
import { createCanvas } from "@napi-rs/canvas";
import { createMulberry32 } from "../../../core/rng/mulberry32.ts";
import { createRedactor } from "../../../core/store/redact.ts";
import { startContext } from "../../../tests/helpers/call-context.ts";
import { type FakesOptions, startFakes } from "../../../tests/helpers/fakes/start-fakes.ts";
import type {
  CallContext,
  Generator,
  RolloutHandle,
  RolloutRequest,
  RolloutStatus,
} from "../../generator.ts";
import type { Host } from "../../host.ts";
import { MODELS } from "../../models/table.ts";

type Fakes = Awaited<ReturnType<typeof startFakes>>;
export type Faults = NonNullable<FakesOptions["faults"]>;
export type Fault = NonNullable<ReturnType<Faults>>;

/** One action goes wrong at its first request. */
export function once(action: string, fault: Fault): Faults {
  return (question) => (question.action === action && question.ordinal === 0 ? fault : undefined);
}

/** Hands over a generator of the built-in table whose host is the stand-in. */
export async function withFakes<T>(
  host: Host,
  modelId: string,
  faults: Faults | undefined,
  use: (generator: Generator, fakes: Fakes) => Promise<T>,
): Promise<T> {
  const fakes = await startFakes({ faults });
  try {
    const model = MODELS.find(({ id }) => id === modelId);
    if (model === undefined) throw new Error(`expected a known model but received ${modelId}`);
    const generator = host.create({
      model,
      env: fakes.env,
      redact: createRedactor(fakes.env).text,
      deadlineMs: 60_000,
      price: { estimateUsd: () => null, costUsd: () => null },
      firstPauseMs: 1,
    });
    return await use(generator, fakes);
  } finally {
    await fakes.close();
  }
}

/** A request with a flat picture, or one of noise, which hardly compresses. */
export function requestOf(
  given: Partial<Omit<RolloutRequest, "firstFramePng">> = {},
  isNoise = false,
): RolloutRequest {
  const request = {
    instanceId: "pipe-easy-0",
    prompt: "turn the pipe",
    frames: 81,
    fps: 16,
    widthPx: 832,
    heightPx: 480,
    seed: 0,
    ...given,
  };
  const canvas = createCanvas(request.widthPx, request.heightPx);
  const pen = canvas.getContext("2d");
  if (isNoise) {
    const image = pen.createImageData(request.widthPx, request.heightPx);
    const rng = createMulberry32(7);
    image.data.forEach((_, index) => {
      image.data[index] = index % 4 === 3 ? 255 : rng.randint(0, 255);
    });
    pen.putImageData(image, 0, 0);
  } else {
    pen.fillRect(0, 0, request.widthPx, request.heightPx);
  }
  return { ...request, firstFramePng: canvas.toBuffer("image/png") };
}

const MAX_POLLS = 6000;

/** The last state of a job; "running" when it does not end within about a minute. */
export async function untilEnded(
  generator: Generator,
  handle: RolloutHandle,
  context: CallContext = startContext(),
): Promise<RolloutStatus> {
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const status = await generator.status(handle, context);
    if (status.state !== "queued" && status.state !== "running") return status;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { state: "running" };
}
