/** The part of docs/conditions.md that is made: what stands between two marks. */
import { formatTranscript } from "./format.ts";
import { playAll } from "./play.ts";

export const PAGE = "docs/conditions.md";
const START = "<!-- transcripts: made by scripts/transcripts.ts -->";
const END = "<!-- end of transcripts -->";

export async function makeTranscripts(): Promise<string> {
  return (await playAll()).map(formatTranscript).join("\n");
}

/** @throws Error when the page has no marks */
export function putTranscripts(page: string, transcripts: string): string {
  const { before, after } = cut(page);
  return `${before}${START}\n\n${transcripts}\n${END}${after}`;
}

/** What a page holds between its marks. @throws Error when it has none */
export function transcriptsOf(page: string): string {
  return cut(page).inside.trim();
}

function cut(page: string) {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start === -1 || end < start) throw new Error(`expected ${START} and ${END} in ${PAGE}`);
  return {
    before: page.slice(0, start),
    inside: page.slice(start + START.length, end),
    after: page.slice(end + END.length),
  };
}
