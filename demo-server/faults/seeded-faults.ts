/** A plan that makes a share of all requests go wrong, the same ones for the same seed. */
import { createMulberry32 } from "../../core/rng/mulberry32.ts";
import {
  DEMO_ACTIONS,
  DEMO_PROVIDERS,
  type DemoAction,
  type DemoProvider,
  type Fault,
  type FaultKind,
  type FaultPlan,
} from "./types.ts";

export type SeededFaultsOptions = {
  /** Only these kinds. @default all */
  readonly kinds?: readonly FaultKind[];
  /** None of these kinds. @default none */
  readonly except?: readonly FaultKind[];
  /** How long a stall lasts before the connection is reset, in milliseconds. @default 1000 */
  readonly stallMs?: number;
  /** @default 1 */
  readonly retryAfterSec?: number;
};

/**
 * @param seed integer
 * @param rateRatio share of the requests that go wrong, 0 to 1
 */
export function seededFaults(
  seed: number,
  rateRatio: number,
  options: SeededFaultsOptions = {},
): FaultPlan {
  const { kinds, except = [] } = options;
  return ({ provider, action, ordinal }) => {
    const rng = createMulberry32(mixSeed(seed, provider, action, ordinal));
    if (rng.real() >= rateRatio) return undefined;
    const choices = faultsOf(provider, action, options).filter(
      ({ kind }) => (kinds === undefined || kinds.includes(kind)) && !except.includes(kind),
    );
    return choices.length === 0 ? undefined : choices[rng.randint(0, choices.length - 1)];
  };
}

/** All faults that make sense for a request. */
export function faultsOf(
  provider: DemoProvider,
  action: DemoAction,
  { stallMs = 1000, retryAfterSec = 1 }: SeededFaultsOptions = {},
): readonly Fault[] {
  return [
    { kind: "too-many-requests", retryAfterSec, says: "header" },
    ...only(provider === "replicate", { kind: "too-many-requests", retryAfterSec, says: "detail" }),
    { kind: "reset-before" },
    { kind: "reset-after" },
    { kind: "stall-headers", forMs: stallMs },
    { kind: "stall-body", forMs: stallMs },
    { kind: "error-500-after" },
    { kind: "unavailable" },
    ...faultsOfAction(provider, action),
  ];
}

function faultsOfAction(provider: DemoProvider, action: DemoAction): readonly Fault[] {
  const isComfyui = provider === "comfyui";
  switch (action) {
    case "create":
      if (provider === "openai") return [{ kind: "detail-error" }];
      return [
        { kind: "detail-error" },
        { kind: "job-aborted" },
        { kind: "job-failed" },
        { kind: "job-never-ends" },
        { kind: "output-expired" },
        { kind: "cancel-races" },
        ...only(isComfyui, { kind: "socket-drops" }),
        ...only(isComfyui, { kind: "execution-error" }),
        ...only(isComfyui, { kind: "history-empty", polls: 2 }),
      ];
    case "content":
      return [
        { kind: "truncated", contentLength: "met" },
        { kind: "truncated", contentLength: "unmet" },
        { kind: "wrong-type", body: "html" },
        { kind: "wrong-type", body: "media" },
        { kind: "not-found" },
      ];
    case "upload":
      return only(isComfyui, { kind: "renamed-upload" });
    case "cancel":
      return [{ kind: "cancel-races" }];
    case "chat":
      return [
        { kind: "detail-error" },
        { kind: "empty-content" },
        { kind: "cut-short" },
        { kind: "malformed-arguments" },
      ];
    case "status":
      return [];
  }
}

function only(condition: boolean, fault: Fault): readonly Fault[] {
  return condition ? [fault] : [];
}

/** One number for each request; neighbours differ in many bits. */
function mixSeed(
  seed: number,
  provider: DemoProvider,
  action: DemoAction,
  ordinal: number,
): number {
  const row = DEMO_PROVIDERS.indexOf(provider) * DEMO_ACTIONS.length + DEMO_ACTIONS.indexOf(action);
  return (
    (Math.imul(seed, 0x9e3779b1) ^
      Math.imul(row + 1, 0x85ebca6b) ^
      Math.imul(ordinal + 1, 0xc2b2ae35)) >>>
    0
  );
}
