/** Replicate, as the demo server plays it: predictions, cancel, files, outputs. */
import type { Context } from "hono";
import { sha256 } from "../../core/hash/sha256.ts";
import { answering } from "../answering.ts";
import type { Fault } from "../faults/types.ts";
import type { Job } from "../jobs.ts";
import { type Picture, readDataUri, readPng } from "../media/picture.ts";
import type { DemoApp, DemoContext, DemoRequest } from "../types.ts";
import { untilEnded } from "../until-ended.ts";
import { addReplicateFiles, type Uploads } from "./files.ts";
import { DEMO_REPLICATE_MODELS, type DemoModel } from "./models.ts";
import {
  checkToken,
  type InvalidField,
  invalid,
  notFound,
  type Prediction,
  parseDuration,
  predictionBody,
} from "./wire.ts";

/** Shortest `Cancel-After`. */
const MIN_DEADLINE_MS = 5000;

/** Longest `Prefer: wait`. */
const MAX_WAIT_SEC = 60;

const BODY_FIELDS: readonly string[] = [
  "input",
  "version",
  "stream",
  "webhook",
  "webhook_events_filter",
];

export function addReplicate(app: DemoApp, demo: DemoContext): void {
  const predictions = new Map<string, Prediction>();
  const uploads = addReplicateFiles(app, demo);
  const base = (): string => `${demo.url()}/replicate`;
  const bodyOf = (job: Job): Readonly<Record<string, unknown>> => {
    const prediction = predictions.get(job.id);
    if (prediction === undefined) return notFound();
    return predictionBody(prediction, job, demo.jobs.report(job), base());
  };
  const findJob = (c: Context): Job =>
    demo.jobs.find("replicate", c.req.param("id") ?? "") ?? notFound();

  const create = async (
    c: DemoRequest,
    model: DemoModel,
    prediction: Omit<Prediction, "input">,
    body: Readonly<Record<string, unknown>>,
    fault: Fault | undefined,
  ): Promise<Response> => {
    const wait = parseWait(c.req.header("Prefer"));
    const deadlineInMs = parseDeadline(c.req.header("Cancel-After"));
    const { input, picture } = await readInput(model, body, uploads);
    const job = demo.jobs.add(
      {
        id: demo.newId(26),
        provider: "replicate",
        output: demo.clips.make(picture, model.shape(input, picture)),
        deadlineInMs,
      },
      fault,
    );
    const asked = { ...prediction, input };
    predictions.set(job.id, { ...prediction, input: asInput(body["input"]) });
    demo.recorder.took({ provider: "replicate", path: c.req.path, body }, asked);
    await untilEnded(c, demo, job, wait * 1000);
    const isOpen = demo.jobs.report(job).endedMs === undefined;
    return c.json(bodyOf(job), wait > 0 && isOpen ? 202 : 201);
  };

  app.post(
    "/replicate/v1/models/:owner/:name/predictions",
    answering(demo, "replicate", "create", async (c, fault) => {
      checkToken(c.req.header("Authorization"));
      const name = `${c.req.param("owner")}/${c.req.param("name")}`;
      const model = DEMO_REPLICATE_MODELS[name];
      if (model === undefined || !model.isOfficial) return notFound();
      const body = await readBody(c);
      if ("version" in body) return invalid([{ field: "version", description: "is not allowed" }]);
      return create(c, model, { model: name, version: "hidden" }, body, fault);
    }),
  );

  app.get(
    "/replicate/v1/models/:owner/:name",
    answering(demo, "replicate", "status", (c) => {
      checkToken(c.req.header("Authorization"));
      const [owner = "", name = ""] = [c.req.param("owner"), c.req.param("name")];
      const model = DEMO_REPLICATE_MODELS[`${owner}/${name}`] ?? notFound();
      return c.json({
        url: `https://replicate.com/${owner}/${name}`,
        owner,
        name,
        description: "played by the demo server",
        visibility: "public",
        is_official: model.isOfficial,
        github_url: null,
        paper_url: null,
        license_url: null,
        run_count: 1,
        cover_image_url: null,
        default_example: null,
        latest_version: {
          id: sha256(`${owner}/${name}`),
          created_at: "2026-01-01T00:00:00.000Z",
          cog_version: "0.9.0",
          openapi_schema: {},
        },
      });
    }),
  );

  app.post(
    "/replicate/v1/predictions",
    answering(demo, "replicate", "create", async (c, fault) => {
      checkToken(c.req.header("Authorization"));
      const body = await readBody(c);
      const { name, version } = readVersion(body["version"]);
      const model = DEMO_REPLICATE_MODELS[name] ?? notFound();
      return create(c, model, { model: name, version }, body, fault);
    }),
  );

  app.get(
    "/replicate/v1/predictions/:id",
    answering(demo, "replicate", "status", (c, fault) => {
      checkToken(c.req.header("Authorization"));
      const job = findJob(c);
      demo.jobs.strike(job, fault);
      return c.json(bodyOf(job));
    }),
  );

  app.post(
    "/replicate/v1/predictions/:id/cancel",
    answering(demo, "replicate", "cancel", (c, fault) => {
      checkToken(c.req.header("Authorization"));
      const job = findJob(c);
      demo.jobs.strike(job, fault);
      demo.jobs.cancel(job);
      return c.json(bodyOf(job));
    }),
  );

  app.get(
    "/replicate/files/:id/output.mp4",
    answering(demo, "replicate", "content", async (c, fault) => {
      const job = findJob(c);
      demo.jobs.strike(job, fault);
      const report = demo.jobs.report(job);
      if (report.state !== "succeeded" || report.isExpired) return notFound();
      return new Response(new Uint8Array(await job.output), {
        headers: { "Content-Type": "video/mp4" },
      });
    }),
  );
}

async function readBody(c: DemoRequest): Promise<Readonly<Record<string, unknown>>> {
  let body: unknown;
  try {
    body = await c.req.json();
  } catch {
    return invalid([{ field: "(root)", description: "Invalid JSON" }]);
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return invalid([{ field: "(root)", description: "Invalid type. Expected: object" }]);
  }
  const unknown = Object.keys(body).filter((field) => !BODY_FIELDS.includes(field));
  if (unknown.length > 0) {
    return invalid(
      unknown.map((field) => ({
        field: "(root)",
        description: `Additional property ${field} is not allowed`,
      })),
    );
  }
  return { ...body };
}

/** Any hash is known here. A hash alone is taken for a version of the one community model that there is. */
function readVersion(version: unknown): { readonly name: string; readonly version: string } {
  const match = /^(?:([\w.-]+\/[\w.-]+):?)?([0-9a-f]{64})?$/.exec(String(version ?? ""));
  const [, name, hash] = match ?? [];
  if (name === undefined && hash === undefined) {
    return invalid([{ field: "version", description: "Invalid version or not permitted" }]);
  }
  return { name: name ?? "thudm/cogvideox-i2v", version: hash ?? "hidden" };
}

async function readInput(
  model: DemoModel,
  body: Readonly<Record<string, unknown>>,
  uploads: Uploads,
) {
  const parsed = model.input.safeParse(asInput(body["input"]));
  if (!parsed.success) {
    return invalid(
      parsed.error.issues.map((issue): InvalidField => {
        const field = ["input", ...issue.path.map(String)].join(".");
        return { field, description: issue.message };
      }),
    );
  }
  const { image } = parsed.data;
  const bytes = readDataUri(image) ?? uploads.find(image);
  const picture: Picture | undefined = bytes && (await readPng(bytes));
  if (picture === undefined) {
    return invalid([
      {
        field: "input.image",
        description: "expected a data URI, or the URL of an uploaded file, that holds a PNG",
      },
    ]);
  }
  return { input: parsed.data, picture };
}

function asInput(input: unknown): Readonly<Record<string, unknown>> {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return invalid([{ field: "input", description: "is required" }]);
  }
  return { ...input };
}

/** Seconds to keep the request open; 0 without the header. */
function parseWait(prefer: string | undefined): number {
  if (prefer === undefined) return 0;
  const match = /^wait(?:=(\d+))?$/.exec(prefer.trim());
  const sec = match === null ? 0 : Number(match[1] ?? MAX_WAIT_SEC);
  if (sec < 1 || sec > MAX_WAIT_SEC) {
    return invalid([{ field: "Prefer", description: `expected wait=1 to wait=${MAX_WAIT_SEC}` }]);
  }
  return sec;
}

function parseDeadline(cancelAfter: string | undefined): number | undefined {
  if (cancelAfter === undefined) return undefined;
  const ms = parseDuration(cancelAfter);
  if (ms === undefined || ms < MIN_DEADLINE_MS) {
    return invalid([{ field: "Cancel-After", description: "expected a time of at least 5s" }]);
  }
  return ms;
}
