/** Loads OpenCV (WebAssembly) once, when a search first needs it. Only this folder sees `cv.*`. */
import { createRequire } from "node:module";
import { MediaError } from "../../core/errors.ts";

/** The few parts of OpenCV that are used here, typed by hand: the package has no complete types. */
export type Mat = {
  readonly rows: number;
  readonly cols: number;
  readonly data: Uint8Array;
  readonly data32F: Float32Array;
  delete(): void;
};

export type OpenCv = {
  readonly Mat: new (rows?: number, cols?: number, type?: number) => Mat;
  readonly CV_8UC1: number;
  readonly TM_CCOEFF_NORMED: number;
  matchTemplate(image: Mat, template: Mat, result: Mat, method: number): void;
  minMaxLoc(image: Mat): {
    readonly maxVal: number;
    readonly maxLoc: { readonly x: number; readonly y: number };
  };
};

let loaded: OpenCv | undefined;

/**
 * Synchronous on purpose: the module object has a `then` that resolves with itself, so a promise of
 * it would never settle.
 * @throws MediaError when the module cannot start
 */
export function loadOpenCv(): OpenCv {
  loaded ??= start();
  return loaded;
}

function start(): OpenCv {
  try {
    const require = createRequire(import.meta.url);
    const imported: unknown = withoutProcessHooks(() => require("opencv-wasm"));
    return (imported as { readonly cv: OpenCv }).cv;
  } catch (cause) {
    throw new MediaError("expected opencv-wasm to start. Run `npm ci` again", { cause });
  }
}

/** Runs work that may throw OpenCV's bare numbers, and turns these into errors. */
export function guardOpenCv<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof Error) throw cause;
    throw new MediaError(`OpenCV failed in ${what} with code ${String(cause)}`, { cause });
  }
}

/**
 * The module's loader hooks `uncaughtException` and `unhandledRejection` of the whole process and
 * turns both into its own abort. A library must not own these: what it adds is taken off again.
 */
function withoutProcessHooks<T>(load: () => T): T {
  const events = ["uncaughtException", "unhandledRejection"] as const;
  const before = events.map((event) => new Set<unknown>(process.listeners(event as "exit")));
  try {
    return load();
  } finally {
    events.forEach((event, i) => {
      for (const listener of process.listeners(event as "exit")) {
        if (!before[i]?.has(listener)) process.removeListener(event, listener);
      }
    });
  }
}
