/** An episode as a transcript in Markdown: every message once, in full. Pure. */
import type { AgentStep, Imagination } from "../../core/schema/agent.ts";
import type { DescribedMessage } from "../../probes/agent/describe-messages.ts";
import type { ChatReply } from "../../probes/reasoners/reasoner.ts";
import type { PlayedEpisode } from "./play.ts";

export function formatTranscript(played: PlayedEpisode): string {
  const { condition, episode, prompt } = played;
  const title = `### \`${condition}\`\n`;
  if (episode.agent === undefined) {
    return [
      title,
      "What the generator is told:\n",
      `${fence(prompt?.trimEnd() ?? "")}\n`,
      outcomeOf(played),
    ].join("\n");
  }
  return [title, ...formatSteps(played), outcomeOf(played)].join("\n");
}

function formatSteps({ episode, exchanges }: PlayedEpisode): string[] {
  const { steps = [], finalObservations = [] } = episode.agent ?? {};
  const numbers = new Map<string, number>();
  const lines: string[] = [];
  let next = 0;
  for (const step of steps) {
    lines.push(`**Step ${step.step}**\n`);
    for (const { request, reply } of exchanges.slice(next, next + step.calls)) {
      const order: string[] = [];
      const fresh: string[] = [];
      for (const message of request.messages) {
        const name = JSON.stringify(message);
        const before = numbers.get(name);
        const number = before ?? numbers.size + 1;
        numbers.set(name, number);
        order.push(`[${number}]`);
        if (before === undefined) fresh.push(`[${number}] ${formatMessage(message)}`);
      }
      const tools = request.tools.map(({ name }) => name);
      const offered = tools.length === 0 ? "" : `, with the tool ${tools.join(", ")}`;
      lines.push(`Sent${offered}: ${order.join(" ")}\n`, fence(fresh.join("\n\n")), "");
      lines.push("Reply:\n", fence(reply === undefined ? "" : formatReply(reply)), "");
    }
    next += step.calls;
    lines.push(...step.imaginations.map(formatImagination), formatStep(step), "");
  }
  lines.push(`At the end the world looks as in ${finalObservations.map(nameOf).join(", ")}.\n`);
  return lines;
}

function formatMessage(message: DescribedMessage): string {
  switch (message.role) {
    case "assistant":
      return `assistant\n${formatReply(message)}`;
    case "tool":
      return `tool\n${message.text}`;
    case "system":
    case "user":
      return [
        message.role,
        ...message.content.map((part) =>
          part.type === "text" ? part.text : `(picture ${nameOf(part.path)})`,
        ),
      ].join("\n");
  }
}

function formatReply({ text, toolCalls }: Pick<ChatReply, "text" | "toolCalls">): string {
  const calls = toolCalls.map((call) => `(calls ${call.name} ${call.arguments})`);
  return [...(text === "" ? [] : [text]), ...calls].join("\n");
}

function formatImagination(imagination: Imagination): string {
  const { kind, file, shown = [], skipped, fallback, verdict } = imagination;
  const facts = [
    ...(file === undefined ? [] : [`kept as ${nameOf(file.path)}`]),
    ...(kind === "video" && shown.length > 0 ? [`${shown.length} frames shown`] : []),
    ...(fallback === undefined ? [] : [`in words of ours: ${fallback}`]),
    ...(skipped === undefined ? [] : [`nothing came of it: ${skipped}`]),
    ...(verdict === undefined
      ? []
      : [`judged: terminal ${verdict.terminal}, process-valid ${verdict.processValid}`]),
  ];
  return `Imagined (${kind})${facts.length === 0 ? "" : `: ${facts.join("; ")}`}.\n`;
}

function formatStep({ outcome, reason, answer }: AgentStep): string {
  const action = answer.action === null ? "" : ` ${JSON.stringify(answer.action)}`;
  const why = reason === undefined ? "" : `, ${reason}`;
  return `World: **${outcome}**${action}${why}; read by \`${answer.method}\`, strict JSON: ${answer.isFormatValid}.`;
}

function outcomeOf({ episode }: PlayedEpisode): string {
  const { agent, world, verdict, clip } = episode;
  const facts = {
    world,
    ...(clip === undefined ? {} : { clip: nameOf(clip.path) }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(agent === undefined
      ? {}
      : {
          terminated: agent.terminated,
          truncated: agent.truncated,
          shortestSteps: agent.shortestSteps,
          usage: agent.usage,
        }),
  };
  return `Recorded:\n\n${fence(JSON.stringify(facts, null, 2), "json")}\n`;
}

function nameOf(path: string): string {
  return path.split("/").at(-1) ?? path;
}

function fence(text: string, language = "text"): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
