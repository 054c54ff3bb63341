/** What the providers of the demo server share: the request in hand, and the means to answer it. */
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import type { FaultBox } from "./faults/fault-box.ts";
import type { Jobs } from "./jobs.ts";
import type { ClipMaker } from "./media/clip-maker.ts";
import type { Recorder } from "./recorder.ts";

export type DemoEnv = { Bindings: HttpBindings };
export type DemoApp = Hono<DemoEnv>;
export type DemoRequest = Context<DemoEnv>;

export type DemoContext = {
  readonly jobs: Jobs;
  readonly clips: ClipMaker;
  readonly faults: FaultBox;
  readonly recorder: Recorder;
  /** Such as "http://127.0.0.1:8094", known once the server listens. */
  readonly url: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A new id that cannot be guessed from outside; `length` letters and digits. */
  readonly newId: (length: number) => string;
};
