/** The demo server on a free port, quick, for tests of adapters. */
import {
  createDemoServer,
  type DemoServerOptions,
  type RunningDemoServer,
} from "../../../demo-server/index.ts";

/** Milliseconds of a job in tests. */
const QUICK_JOB_MS = 30;

export type FakesOptions = DemoServerOptions & {
  /** Whose dialect stands behind VIDEOS_API_URL. @default "vllm-omni" */
  readonly videos?: "vllm-omni" | "sglang";
};

/** To be closed by the test. `jobMs` is 30 unless said otherwise. */
export async function startFakes(options: FakesOptions = {}): Promise<RunningDemoServer> {
  const { videos = "vllm-omni", ...server } = options;
  const running = await createDemoServer({ jobMs: QUICK_JOB_MS, ...server }).start(0);
  if (videos === "vllm-omni") return running;
  return { ...running, env: { ...running.env, VIDEOS_API_URL: `${running.url}/sglang/v1` } };
}
