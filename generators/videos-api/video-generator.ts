/** Clips by `/v1/videos`: asked for once, then polled, fetched and stopped by the server's id of the job. */
import { z } from "zod";
import { ProviderError } from "../../core/errors.ts";
import { mergeFields } from "../common/merge-fields.ts";
import { parseHandleData } from "../common/parse-handle-data.ts";
import { parseJson } from "../common/parse-json.ts";
import type {
  CallContext,
  Generator,
  RolloutHandle,
  RolloutRequest,
  RolloutResult,
  RolloutStatus,
} from "../generator.ts";
import { shorten } from "../http/error-body.ts";
import type { HttpAnswer } from "../http/types.ts";
import { fitRequest } from "../models/fit-request.ts";
import { describeAnswer } from "./detail.ts";
import { DIALECT_IDS, type Dialect } from "./dialect.ts";
import { fetchClip } from "./fetch-clip.ts";
import { encodeForm } from "./form.ts";
import { jobSchema, stateOfJob } from "./job.ts";
import { type Api, readJob } from "./read-job.ts";
import { explainRefusal } from "./refusal.ts";
import {
  ADAPTER_VERSION,
  type Composed,
  describeHost,
  dialectNamed,
  framesOf,
  paramsOf,
  type Setup,
} from "./setup.ts";
import { stopJob } from "./stop-job.ts";

const CREATE_PATH = "/videos";
/** Of what a server says of a job, in characters: it may be a whole stack. */
const MAX_REASON = 500;
/** The picture goes along, and a server that computes may be slow to answer: one that is lost is unknown. */
const CREATE_TIMEOUT_MS = 120_000;

const handleSchema = z.strictObject({
  dialect: z.enum(DIALECT_IDS),
  /** "<width>x<height>" as asked for, to compare with what the server makes. */
  size: z.string().optional(),
});

export function createVideoGenerator(setup: Setup): Generator {
  const { options, http } = setup;
  const { redact } = options;
  const api: Api = { http, redact };

  const findDialect = (handle: RolloutHandle): Dialect =>
    dialectNamed(parseHandleData(handleSchema, handle).dialect);

  const status = async (handle: RolloutHandle, context: CallContext): Promise<RolloutStatus> => {
    const dialect = findDialect(handle);
    const found = await readJob(api, handle.id, context);
    return found.kind === "job"
      ? redacted(stateOfJob(dialect, found.job), redact)
      : { state: "absent", reason: found.reason };
  };

  return {
    id: options.model.id,
    version: ADAPTER_VERSION,
    kind: "video",
    params: paramsOf(setup),
    host: describeHost(setup, CREATE_PATH, (request) => {
      const { dialect, warnings: ofServer } = setup.assumed;
      const composed = composeVideo(setup, dialect, request);
      return { ...composed, warnings: [...ofServer, ...composed.warnings] };
    }),
    start: async (request, context) => {
      const { dialect, warnings: ofServer } = await setup.server(context);
      const { fields, picture, warnings } = composeVideo(setup, dialect, request);
      const answer = await explainRefusal(
        http.create(
          {
            method: "POST",
            path: CREATE_PATH,
            body: encodeForm(fields, picture),
            timeoutMs: CREATE_TIMEOUT_MS,
          },
          context,
        ),
      );
      const data: z.infer<typeof handleSchema> = {
        dialect: dialect.id,
        ...(fields["size"] === undefined ? {} : { size: String(fields["size"]) }),
      };
      return {
        generator: options.model.id,
        id: idOfNewJob(answer, http.id, redact),
        data,
        warnings: [...ofServer, ...warnings].map(redact),
      };
    },
    status,
    result: async (handle, destination, context): Promise<RolloutResult> => {
      const { size } = parseHandleData(handleSchema, handle);
      const job = await fetchClip(api, findDialect(handle), handle.id, destination, context);
      const made = job.size ?? undefined;
      const billedSec = job.inference_time_s ?? undefined;
      return {
        path: destination,
        kind: "video",
        warnings:
          size === undefined || made === undefined || made === "" || made === size
            ? []
            : [redact(`${setup.who}: size ${size} was asked for, ${made} is made`)],
        ...(billedSec === undefined ? {} : { billedSec }),
      };
    },
    cancel: (handle) => stopJob(api, findDialect(handle), handle.id),
  };
}

function composeVideo(
  { entry, modelName, who }: Setup,
  dialect: Dialect,
  request: RolloutRequest,
): Composed {
  const fitted = fitRequest(who, entry.capabilities, request, "video");
  const asked = dialect.videoFields({
    prompt: request.prompt,
    model: modelName,
    frames: framesOf(fitted, request),
    fitted,
  });
  const { fields, warnings } = mergeFields(who, asked, entry.fixed);
  return {
    fields,
    picture: { field: dialect.pictureField, png: request.firstFramePng },
    warnings: [...fitted.warnings, ...warnings],
  };
}

/** The server has answered 2xx: whatever it says, the job may be under way. */
function idOfNewJob(answer: HttpAnswer, host: string, redact: (text: string) => string): string {
  const job = jobSchema.safeParse(parseJson(answer.text()));
  if (job.success) return job.data.id;
  throw new ProviderError(
    redact(
      `expected a job with an id from ${host} but received ${describeAnswer(answer, redact)}. ` +
        "Look at the server's list of videos before asking again",
    ),
    { mayHaveStarted: true },
  );
}

function redacted(status: RolloutStatus, redact: (text: string) => string): RolloutStatus {
  if (!("reason" in status)) return status;
  return { ...status, reason: shorten(redact(status.reason), MAX_REASON) };
}
