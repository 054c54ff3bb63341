/** ComfyUI, as the demo server plays it: upload, prompt, history, queue, interrupt, view, websocket. */
import { answering, refuse } from "../answering.ts";
import { filesOf, readForm } from "../forms.ts";
import type { Job } from "../jobs.ts";
import { type Picture, readPng, toEncoded } from "../media/picture.ts";
import type { DemoApp, DemoContext, DemoRequest } from "../types.ts";
import { type Order, readPrompt, type Workflow } from "./read-prompt.ts";
import { endMessage, messageData, narrate, type PromptRun } from "./run-prompt.ts";
import { createSockets, type Sockets } from "./sockets.ts";
import { createUploads } from "./uploads.ts";

const PREFIX = "/comfyui";

type File = { readonly filename: string; readonly subfolder: string; readonly type: "output" };

type Entry = PromptRun & {
  readonly workflow: Workflow;
  readonly file: File;
  /** Requests for the history that still find nothing; the job stands in the queue until then. */
  emptyPolls: number;
};

export function addComfyui(app: DemoApp, demo: DemoContext): Sockets {
  const uploads = createUploads();
  const entries = new Map<string, Entry>();
  const openEntries = (): readonly Entry[] =>
    [...entries.values()].filter(({ job }) => demo.jobs.report(job).endedMs === undefined);
  const sockets = createSockets(`${PREFIX}/ws`, () => openEntries().length);
  let isClosed = false;

  app.post(
    `${PREFIX}/upload/image`,
    answering(demo, "comfyui", "upload", async (c, fault) => {
      const form = await readForm(c);
      const [file] = form === undefined ? [] : filesOf(form, "image");
      const picture = file && (await readPng(file.bytes));
      if (form === undefined || file === undefined || picture === undefined) {
        return c.text("400: Bad Request", 400);
      }
      const name = uploads.keep(picture, file.name, {
        isOverwritten: ["true", "1"].includes(form.fields["overwrite"] ?? ""),
        isRenamed: fault?.kind === "renamed-upload",
      });
      const { subfolder = "", type = "input" } = form.fields;
      return c.json({ name, subfolder, type });
    }),
  );

  app.post(
    `${PREFIX}/prompt`,
    answering(demo, "comfyui", "create", async (c, fault) => {
      const body = await readJson(c);
      if (body["prompt"] === undefined) return noPrompt();
      const reading = readPrompt(body["prompt"], (name) => uploads.find(name) !== undefined);
      if (!reading.ok) {
        return c.json({ error: reading.error, node_errors: reading.nodeErrors }, 400);
      }
      const { order, workflow } = reading;
      const picture = uploads.find(order.image);
      if (picture === undefined) return noPrompt();
      const id = typeof body["prompt_id"] === "string" ? body["prompt_id"] : newUuid(demo);
      const clientId = typeof body["client_id"] === "string" ? body["client_id"] : undefined;
      const output = makeOutput(demo, order, picture);
      const job = demo.jobs.add({ id, provider: "comfyui", output }, fault);
      const file = fileOf(order, job);
      const entry: Entry = {
        job,
        clientId,
        workflow,
        file,
        outputNode: order.outputNode,
        outputClass: order.outputClass,
        outputs: outputsOf(order, file),
        preview: picture.png,
        emptyPolls: fault?.kind === "history-empty" ? fault.polls : 0,
      };
      entries.set(id, entry);
      demo.recorder.took({ provider: "comfyui", path: c.req.path, body }, ["comfyui", workflow]);
      void narrate(entry, sockets, () => (isClosed ? undefined : demo.jobs.report(job)));
      return c.json({ prompt_id: id, number: job.number, node_errors: {} });
    }),
  );

  app.get(
    `${PREFIX}/history/:id`,
    answering(demo, "comfyui", "status", (c, fault) => {
      const entry = entries.get(c.req.param("id") ?? "");
      if (entry === undefined) return c.json({});
      demo.jobs.strike(entry.job, fault);
      const report = demo.jobs.report(entry.job);
      const wasDropped = report.state === "canceled" && (report.endedMs ?? 0) < entry.job.startsMs;
      if (report.endedMs === undefined || wasDropped) return c.json({});
      if (entry.emptyPolls > 0) {
        entry.emptyPolls -= 1;
        return c.json({});
      }
      const isSuccess = report.state === "succeeded";
      return c.json({
        [entry.job.id]: {
          prompt: queueRow(entry),
          outputs: isSuccess && !report.isExpired ? { [entry.outputNode]: entry.outputs } : {},
          status: {
            status_str: isSuccess ? "success" : "error",
            completed: isSuccess,
            messages: [
              ["execution_start", { prompt_id: entry.job.id, timestamp: entry.job.startsMs }],
              [endMessage(report), messageData(entry, report)],
            ],
          },
          meta: {},
        },
      });
    }),
  );

  app.get(
    `${PREFIX}/queue`,
    answering(demo, "comfyui", "status", (c) => {
      const rowsOf = (isIn: (entry: Entry) => boolean) =>
        [...entries.values()].filter(isIn).map(queueRow);
      const isRunning = ({ job, emptyPolls }: Entry): boolean => {
        const { state, endedMs } = demo.jobs.report(job);
        // The end is told by websocket before the job leaves the queue for the history.
        return state === "running" || (endedMs !== undefined && emptyPolls > 0);
      };
      return c.json({
        queue_running: rowsOf(isRunning),
        queue_pending: rowsOf(({ job }) => demo.jobs.report(job).state === "queued"),
      });
    }),
  );

  app.get(`${PREFIX}/prompt`, (c) =>
    c.json({ exec_info: { queue_remaining: openEntries().length } }),
  );

  app.get(`${PREFIX}/system_stats`, (c) =>
    c.json({ system: { os: "demo", comfyui_version: "demo" }, devices: [] }),
  );

  app.post(
    `${PREFIX}/queue`,
    answering(demo, "comfyui", "cancel", async (c, fault) => {
      const body = await readJson(c);
      const ids: readonly unknown[] = Array.isArray(body["delete"]) ? body["delete"] : [];
      for (const { job } of openEntries()) {
        const isPending = demo.jobs.report(job).state === "queued";
        if (!isPending || !(body["clear"] === true || ids.includes(job.id))) continue;
        demo.jobs.strike(job, fault);
        demo.jobs.cancel(job);
      }
      return c.body(null, 200);
    }),
  );

  app.post(
    `${PREFIX}/interrupt`,
    answering(demo, "comfyui", "cancel", async (c, fault) => {
      const id = (await readJson(c))["prompt_id"];
      for (const { job } of openEntries()) {
        // Without an id it stops whatever runs, whoever it belongs to.
        const isMeant = id === undefined || id === job.id;
        if (!isMeant || demo.jobs.report(job).state !== "running") continue;
        demo.jobs.strike(job, fault);
        demo.jobs.cancel(job);
      }
      return c.body(null, 200);
    }),
  );

  app.get(
    `${PREFIX}/view`,
    answering(
      demo,
      "comfyui",
      "content",
      async (c, fault) => {
        const entry = findFile(c, entries);
        if (entry === undefined) return c.text("404: Not Found", 404);
        demo.jobs.strike(entry.job, fault);
        const { state, isExpired } = demo.jobs.report(entry.job);
        if (state !== "succeeded" || isExpired) return c.text("404: Not Found", 404);
        const type = entry.file.filename.endsWith(".png") ? "image/png" : "video/mp4";
        return new Response(new Uint8Array(await entry.job.output), {
          headers: {
            "Content-Type": type,
            "Content-Disposition": `filename="${entry.file.filename}"`,
          },
        });
      },
      (c) => findFile(c, entries)?.job.id,
    ),
  );

  return {
    ...sockets,
    close: () => {
      isClosed = true;
      sockets.close();
    },
  };
}

function findFile(c: DemoRequest, entries: ReadonlyMap<string, Entry>): Entry | undefined {
  const { filename, subfolder = "", type = "output" } = c.req.query();
  return [...entries.values()].find(
    ({ file }) => file.filename === filename && file.subfolder === subfolder && file.type === type,
  );
}

function makeOutput(demo: DemoContext, order: Order, picture: Picture): Promise<Uint8Array> {
  const size = order.shape ?? picture;
  if (isPictureOutput(order)) return toEncoded(picture, size, "png");
  const { widthPx, heightPx } = size;
  return demo.clips.make(picture, {
    frames: order.shape?.frames ?? 1,
    fps: order.fps,
    widthPx,
    heightPx,
  });
}

function isPictureOutput({ outputClass }: Order): boolean {
  return outputClass === "SaveImage" || outputClass === "PreviewImage";
}

/** Files are numbered; what stands before the last slash of the prefix is the subfolder. */
function fileOf(order: Order, job: Job): File {
  const slash = order.prefix.lastIndexOf("/");
  const number = String(job.number).padStart(5, "0");
  const end = isPictureOutput(order)
    ? "_.png"
    : order.outputClass === "SaveVideo"
      ? "_.mp4"
      : ".mp4";
  return {
    filename: `${order.prefix.slice(slash + 1)}_${number}${end}`,
    subfolder: slash < 0 ? "" : order.prefix.slice(0, slash),
    type: "output",
  };
}

/** SaveVideo lists its file under `images`; VideoHelperSuite under `gifs`. */
function outputsOf(order: Order, file: File): Readonly<Record<string, unknown>> {
  switch (order.outputClass) {
    case "VHS_VideoCombine":
      return {
        gifs: [{ ...file, format: "video/h264-mp4", frame_rate: order.fps, workflow: "" }],
      };
    case "SaveVideo":
    case "SaveWEBM":
      return { images: [file], animated: [true] };
    default:
      return { images: [file] };
  }
}

function queueRow({ job, workflow, clientId, outputNode }: Entry): readonly unknown[] {
  return [job.number, job.id, workflow, { client_id: clientId }, [outputNode]];
}

function noPrompt(): never {
  const message = "No prompt provided";
  refuse(400, {
    error: { type: "no_prompt", message, details: message, extra_info: {} },
    node_errors: {},
  });
}

async function readJson(c: DemoRequest): Promise<Readonly<Record<string, unknown>>> {
  try {
    const body: unknown = await c.req.json();
    return typeof body === "object" && body !== null ? { ...body } : {};
  } catch {
    // An empty body is common: /interrupt was asked for without one for years.
    return {};
  }
}

function newUuid(demo: DemoContext): string {
  const hex = demo.newId(32);
  const part = (from: number, to: number): string => hex.slice(from, to);
  return [part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)].join("-");
}
