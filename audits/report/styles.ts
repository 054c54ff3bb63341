/** The report's style sheet. Dark and light follow the reader's system. */

export const REPORT_CSS = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --line: #dfe3ea; --text: #1b2330; --dim: #5c6878;
  --pass: #147a43; --pass-soft: #d9f2e3; --fail: #b3261e; --fail-soft: #fbe0de;
  --unread: #8a5a00; --unread-soft: #fbecc9; --none: #6b7686; --none-soft: #e8ebf0; --accent: #1d5fd1;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f141d; --card: #171e2a; --line: #2a3445; --text: #e6ebf4; --dim: #98a5b8;
    --pass: #4cd38a; --pass-soft: #133324; --fail: #ff8a80; --fail-soft: #43201e;
    --unread: #f1bd53; --unread-soft: #3a2d10; --none: #98a5b8; --none-soft: #242d3b; --accent: #7fb0ff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main { max-width: 1120px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { font-size: 26px; line-height: 1.2; margin: 0 0 4px; }
h2 { font-size: 19px; margin: 40px 0 12px; }
h3 { font-size: 15px; margin: 0; }
p { margin: 0 0 8px; }
a { color: var(--accent); }
code, .mono { font: 13px/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.dim { color: var(--dim); }
.check { min-width: 230px; }
.whole { display: inline-block; white-space: nowrap; margin-right: 10px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 18px 20px; margin: 0 0 16px; }
.small { font-size: 13px; }
.eyebrow { color: var(--dim); font-size: 13px; font-weight: 600; letter-spacing: .04em; text-transform: uppercase; margin: 0 0 4px; }
.rule { max-width: 70ch; margin: 10px 0 0; }
.headline { display: grid; grid-template-columns: minmax(250px, 1.5fr) repeat(4, minmax(110px, 1fr)); gap: 16px 24px; align-items: end; margin-top: 20px; }
@media (max-width: 860px) { .headline { grid-template-columns: repeat(2, 1fr); } .figure.main { grid-column: 1 / -1; } }
.figure b { display: block; font-size: 21px; line-height: 1.25; font-weight: 650; white-space: nowrap; }
.figure.main b { font-size: 48px; line-height: 1.05; }
.figure span { display: block; color: var(--dim); font-size: 13px; line-height: 1.35; }
.figure.pass b { color: var(--pass); } .figure.fail b { color: var(--fail); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; font-size: 13px; color: var(--dim); border-bottom: 1px solid var(--line); padding: 4px 14px 6px 0; white-space: nowrap; vertical-align: bottom; }
td { border-bottom: 1px solid var(--line); padding: 7px 14px 7px 0; vertical-align: top; }
tr:last-child td { border-bottom: 0; }
tr.total td { font-weight: 600; }
.num { text-align: right; white-space: nowrap; }
.bar { display: flex; height: 10px; min-width: 140px; border-radius: 5px; overflow: hidden; background: var(--none-soft); margin-top: 6px; }
.bar i { display: block; height: 100%; }
.bar .pass { background: var(--pass); } .bar .fail { background: var(--fail); }
.bar .undetermined { background: var(--unread); } .bar .not_applicable { background: transparent; }
.badge { display: inline-block; border-radius: 999px; padding: 1px 10px; font-size: 13px; font-weight: 600; white-space: nowrap; background: var(--none-soft); color: var(--none); }
.badge.pass { background: var(--pass-soft); color: var(--pass); }
.badge.fail { background: var(--fail-soft); color: var(--fail); }
.badge.undetermined { background: var(--unread-soft); color: var(--unread); }
.badges { display: flex; flex-wrap: wrap; gap: 6px; margin: 8px 0 12px; }
.episode header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 16px; align-items: baseline; }
.strip { display: block; width: 100%; height: auto; border-radius: 8px; border: 1px solid var(--line); }
.frames { display: flex; gap: 2px; margin: 10px 0 4px; }
.frames i { flex: 1; height: 12px; border-radius: 2px; background: var(--none); }
.frames .exact { background: var(--pass); } .frames .partial { background: color-mix(in srgb, var(--pass) 55%, var(--card)); }
.frames .degraded { background: var(--unread); } .frames .failed, .frames .not_found { background: var(--none-soft); }
.frames .bad { outline: 2px solid var(--fail); outline-offset: 0; }
ul { margin: 6px 0 10px; padding-left: 20px; } li { margin: 2px 0; }
details { margin-top: 8px; } summary { cursor: pointer; color: var(--accent); }
video { display: block; max-width: 100%; margin-top: 8px; border-radius: 8px; }
.note { border-left: 3px solid var(--unread); padding: 2px 0 2px 12px; margin: 12px 0; }
.wrong { border-left-color: var(--fail); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 18px; margin: 0; } dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 640px) { main { padding: 20px 12px 48px; } dl { grid-template-columns: 1fr; } dd { margin-bottom: 6px; } }
@media print { .card { break-inside: avoid; } }
`;
