/** What is looked at in a talk, and replies that ask for something. */
import type { ScriptedReply } from "../../reasoners/scripted.ts";
import type { ChatLine } from "./agent-suite.ts";

/** A reply that calls the tool. */
export const imagine = (prompt: unknown, name = "imagine_image"): ScriptedReply => ({
  toolCalls: [{ name, arguments: { prompt } }],
});
export const rolesOf = ({ request }: ChatLine) => request.messages.map(({ role }) => role);
export const picturesOf = ({ request }: ChatLine) =>
  request.messages.flatMap(({ content = [] }) =>
    content.flatMap((part) => (part.path === undefined ? [] : [part.path.split("/").at(-1)])),
  );
export const lastText = (
  { request }: ChatLine | undefined = { ordinal: 0, request: { messages: [], tools: [] } },
) => request.messages.at(-1)?.content?.[0]?.text ?? "";
