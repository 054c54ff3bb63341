/** What is asked for -> what a model can be asked for, with a warning for every difference. Pure. */
import type { RolloutRequest } from "../generator.ts";
import type { Capabilities, Model } from "./schema.ts";

/** Fields that are absent are not sent. */
export type FittedRequest = {
  readonly frames?: number;
  readonly fps?: number;
  readonly seconds?: number;
  readonly size?: { readonly widthPx: number; readonly heightPx: number; readonly name: string };
  readonly seed?: number;
  readonly warnings: readonly string[];
};

type Range = NonNullable<Capabilities["frames"]>;
type Wanted = Pick<RolloutRequest, "frames" | "fps" | "widthPx" | "heightPx" | "seed"> &
  Partial<Pick<RolloutRequest, "prompt">>;
type Warn = (text: string) => void;

/**
 * Fits frames, rate, length, size and seed of a request to what a model offers, and says when its prompt
 * is too long. The prompt itself is sent as it is.
 *
 * @param who names model and host in warnings, such as "cogvideox at replicate"
 * @param kind an image model is asked for one picture: frames, rate and length say nothing to it.
 * @default "video"
 */
export function fitRequest(
  who: string,
  capabilities: Capabilities,
  request: Wanted,
  kind: Model["kind"] = "video",
): FittedRequest {
  const warnings: string[] = [];
  const warn: Warn = (text) => {
    warnings.push(`${who}: ${text}`);
  };
  const length = kind === "video" ? fitLength(capabilities, request, warn) : {};
  const size = fitSize(capabilities, request, warn);
  if (!capabilities.seed) warn(`takes no seed: ${request.seed} is not sent`);
  warnOfLength(request.prompt ?? "", capabilities.promptTokens, warn);
  return {
    ...length,
    ...(size === undefined ? {} : { size }),
    ...(capabilities.seed ? { seed: request.seed } : {}),
    warnings,
  };
}

/** Words and signs are never more than a tokenizer makes of them. */
function warnOfLength(prompt: string, limit: number | undefined, warn: Warn): void {
  if (limit === undefined) return;
  const atLeast = prompt.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s]/gu)?.length ?? 0;
  if (atLeast > limit) {
    warn(
      `reads ${limit} tokens of a prompt, and this one has ${atLeast} or more: its end is not read ` +
        "(--prompt FILE takes a shorter one)",
    );
  }
}

function fitLength(
  capabilities: Capabilities,
  request: Wanted,
  warn: Warn,
): Pick<FittedRequest, "frames" | "fps" | "seconds"> {
  const fitOne = (what: string, wanted: number, range: Range | undefined): number | undefined => {
    if (range === undefined) return undefined;
    const given = nearestIn(range, wanted);
    if (given !== wanted) {
      warn(
        `${what} ${wanted} is not offered (${range.min} to ${range.max}` +
          `${range.step === 1 ? "" : ` in steps of ${range.step}`}), asked for ${given}`,
      );
    }
    return given;
  };

  const frames = fitOne("frames", request.frames, capabilities.frames);
  const fps = fitOne("frame rate", request.fps, capabilities.fps);
  const wantedSec = request.frames / request.fps;
  const seconds =
    frames === undefined && capabilities.seconds !== undefined
      ? nearestIn(capabilities.seconds, wantedSec)
      : undefined;
  if (seconds !== undefined && Math.abs(seconds - wantedSec) > 0.5 / request.fps) {
    warn(`a length of ${Number(wantedSec.toFixed(3))} s is not offered, asked for ${seconds} s`);
  }
  if (frames === undefined && seconds === undefined) {
    warn(`the number of frames cannot be chosen, ${request.frames} were wanted`);
  }
  if (fps === undefined) warn(`the frame rate cannot be chosen, ${request.fps} was wanted`);
  return {
    ...(frames === undefined ? {} : { frames }),
    ...(fps === undefined ? {} : { fps }),
    ...(seconds === undefined ? {} : { seconds }),
  };
}

/** The allowed value nearest to `wanted`; of two, the larger one: no frame that was asked for is lost. */
function nearestIn({ min, max, step }: Range, wanted: number): number {
  const last = min + Math.floor((max - min) / step) * step;
  const below = min + Math.floor((wanted - min) / step) * step;
  const nearest = wanted - below < below + step - wanted ? below : below + step;
  return Math.min(last, Math.max(min, nearest));
}

function fitSize(
  { sizes, sizeStep }: Capabilities,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  warn: Warn,
): FittedRequest["size"] {
  const nameOf = (width: number, height: number): string => `${width}x${height}`;
  const wanted = nameOf(widthPx, heightPx);
  if (sizes === undefined) {
    if (sizeStep === undefined) {
      warn(`the size cannot be chosen, ${wanted} was wanted`);
      return undefined;
    }
    const round = (px: number): number => Math.max(1, Math.round(px / sizeStep)) * sizeStep;
    const fitted = { widthPx: round(widthPx), heightPx: round(heightPx) };
    const name = nameOf(fitted.widthPx, fitted.heightPx);
    if (name !== wanted) {
      warn(`size ${wanted} is not offered (multiples of ${sizeStep}), asked for ${name}`);
    }
    return { ...fitted, name };
  }
  const mismatch = (size: { widthPx: number; heightPx: number }): number =>
    Math.abs(Math.log((size.widthPx * size.heightPx) / (widthPx * heightPx))) +
    2 * Math.abs(Math.log((size.widthPx * heightPx) / (size.heightPx * widthPx)));
  const [best] = sizes.toSorted((a, b) => mismatch(a) - mismatch(b));
  if (best === undefined) return undefined;
  const name = best.name ?? nameOf(best.widthPx, best.heightPx);
  if (best.widthPx !== widthPx || best.heightPx !== heightPx) {
    warn(
      `size ${wanted} is not offered, asked for ${name} (${nameOf(best.widthPx, best.heightPx)})`,
    );
  }
  return { widthPx: best.widthPx, heightPx: best.heightPx, name };
}
