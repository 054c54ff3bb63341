/** What lies beside the sheets for the raters to read. Pure. */
import type { PageData } from "./page/model.ts";
import { NOT_ASKED, questionTable } from "./table.ts";

export function howToText(data: PageData): string {
  const rows = questionTable(data).rows.map(
    ([task = "", column = "", question = "", hint = "", answers = ""]) =>
      `${task}: ${column}\n  ${question}${hint === "" ? "" : ` ${hint}`}\n  answers: ${answers}\n`,
  );
  return `How to fill this sheet

Open the page with your number, such as rater-1.html, in a browser. It works without a network. It keeps
your answers as you go; when you are done, or want a copy, press "Export answers" and send the JSON file
back. Keys: 1 to 9 answer, arrows step through the frames, Enter goes on, ? shows all keys.

Or fill the CSV or XLSX file with your number in a spreadsheet, one row for each clip, and send it back as
CSV. Write one of the answers below into each empty cell; leave ${NOT_ASKED} as it is. Answer reading_frames'
question, where there is one, last: its pictures show what the program read. A row with an empty or another
answer is not counted, so write cannot_tell where you cannot tell.

Questions

${rows.join("\n")}`;
}
