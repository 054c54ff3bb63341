/** Wraps a provider's routes: counts the request, asks the fault plan, plays what it says. */
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { deliverAfter, deliverBefore, isPlayedAt } from "./faults/deliver.ts";
import type { DemoAction, DemoProvider, Fault } from "./faults/types.ts";
import type { DemoContext, DemoRequest } from "./types.ts";

/** @throws HTTPException with a JSON answer. */
export function refuse(
  status: ContentfulStatusCode,
  body: unknown,
  contentType = "application/json",
): never {
  throw new HTTPException(status, {
    res: new Response(JSON.stringify(body), {
      status,
      headers: { "Content-Type": contentType },
    }),
  });
}

/**
 * @param answer takes the request; `fault` is for faults of jobs, all others are played around it
 * @param jobOf id of the job that the request names
 */
export function answering(
  demo: DemoContext,
  provider: DemoProvider | ((c: DemoRequest) => Promise<DemoProvider>),
  action: DemoAction,
  answer: (c: DemoRequest, fault: Fault | undefined) => Response | Promise<Response>,
  jobOf: (c: DemoRequest) => string | undefined = (c) => c.req.param("id"),
): (c: DemoRequest) => Promise<Response> {
  return async (c) => {
    const who = typeof provider === "string" ? provider : await provider(c);
    demo.recorder.count(action);
    const fault = demo.faults.ask(who, action, jobOf(c));
    if (fault === undefined || !isPlayedAt(fault, who, action))
      return take(demo, c, action, answer);
    const early = deliverBefore(c, who, action, fault);
    if (early !== undefined) {
      // The body is read all the same, or a client that still sends it sees a broken connection.
      if (fault.kind !== "reset-before") await c.req.arrayBuffer();
      return early;
    }
    const response = await take(demo, c, action, (request) => answer(request, fault));
    return deliverAfter(c, fault, response);
  };
}

async function take(
  demo: DemoContext,
  c: DemoRequest,
  action: DemoAction,
  answer: (c: DemoRequest, fault: Fault | undefined) => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await answer(c, undefined);
  } catch (error) {
    if (!(error instanceof HTTPException)) throw error;
    if (action === "create") demo.recorder.refused();
    return error.getResponse();
  }
}
