/** The report's style sheet. Dark and light follow the reader's system; print is light. */

const LIGHT = `
  --page: #f6f7f9; --card: #ffffff; --line: #dfe3ea; --text: #1b2330; --dim: #566273;
  --pass: #0f6d62; --pass-soft: #d7efec; --fail: #a8321c; --fail-soft: #fae1da;
  --unread: #7a5200; --unread-soft: #f8ebca; --none: #5c6878; --none-soft: #e8ebf0; --accent: #1d5fd1;
  --bar-pass: #2a8f83; --bar-fail: #cf4a2f; --bar-gap: #f3c3b6; --bar-unread: #a87400; --bar-unread-soft: #f6e3b4;`;
const DARK = `
  --page: #0f141d; --card: #171e2a; --line: #2c3749; --text: #e6ebf4; --dim: #9aa7ba;
  --pass: #5fd0c1; --pass-soft: #12332f; --fail: #ff9a80; --fail-soft: #44211a;
  --unread: #edbd5a; --unread-soft: #3a2d10; --none: #9aa7ba; --none-soft: #242d3b; --accent: #7fb0ff;
  --bar-pass: #3aa598; --bar-fail: #e8684a; --bar-gap: #6b2a1b; --bar-unread: #d9a23a; --bar-unread-soft: #4a3a17;`;

export const REPORT_CSS = `
:root { color-scheme: light dark; ${LIGHT} }
@media screen and (prefers-color-scheme: dark) { :root { ${DARK} } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 12px; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main { max-width: 1160px; margin: 0 auto; padding: 36px 20px 72px; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 4px; letter-spacing: -.01em; overflow-wrap: anywhere; }
h2 { font-size: 20px; line-height: 1.3; margin: 52px 0 6px; }
h3 { font-size: 15px; margin: 0 0 6px; } .card > h3:not(:first-child) { margin-top: 22px; }
p { margin: 0 0 8px; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
code, .mono { font: 13px/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
bdi { overflow-wrap: break-word; }
.again { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.defs { position: absolute; width: 0; height: 0; overflow: hidden; }
.dim { color: var(--dim); }
.small { font-size: 13px; }
.eyebrow { color: var(--dim); font-size: 13px; font-weight: 600; margin: 0 0 4px; }
.rule { max-width: 76ch; margin: 10px 0 0; }
.lead { max-width: 76ch; color: var(--dim); margin: 0 0 14px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 18px 20px; margin: 0 0 16px; }
figure { margin: 0; }
nav { display: flex; flex-wrap: wrap; gap: 4px 20px; margin: 20px 0 0; font-size: 14px; }
.headline { display: grid; grid-template-columns: minmax(230px, 1.7fr) repeat(5, minmax(96px, 1fr)); gap: 18px 22px; align-items: start; margin: 28px 0 0; padding: 22px 0; border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); }
.figure b { display: flex; align-items: end; min-height: 56px; font-size: 24px; line-height: 1.2; font-weight: 650; white-space: nowrap; margin-bottom: 4px; }
.figure.main b { font-size: 56px; line-height: .9; letter-spacing: -.03em; }
.figure.main span:first-of-type { font-weight: 600; font-size: 15px; }
.figure span { display: block; font-size: 13px; line-height: 1.4; }
@media (max-width: 900px) { .headline { grid-template-columns: repeat(3, 1fr); } .figure.main { grid-column: 1 / -1; } }
@media (max-width: 900px) { .figure:not(.main) b { min-height: 0; } }
@media (max-width: 520px) { .headline { grid-template-columns: repeat(2, 1fr); } }
.scroll { overflow-x: auto; } .scroll + .scroll { margin-top: 18px; }
.chart svg { display: block; width: 100%; min-width: 720px; height: auto; }
.legend { color: var(--dim); font-size: 13px; margin: 10px 0 0; }
.legend .entry { display: inline-flex; align-items: center; gap: 6px; margin-right: 18px; }
.swatch { width: 16px; height: 12px; flex: none; }
.key { font-size: 15px; margin: 0 6px 0 0; } .key.diamond { color: var(--bar-pass); } .key.ring { color: var(--bar-fail); margin-left: 14px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: 14px; }
th { text-align: left; font-weight: 600; font-size: 13px; color: var(--dim); border-bottom: 1px solid var(--line); padding: 4px 14px 6px 0; vertical-align: bottom; line-height: 1.3; }
td { border-bottom: 1px solid var(--line); padding: 7px 14px 7px 0; vertical-align: top; position: relative; }
tr:last-child td { border-bottom: 0; }
th:last-child, td:last-child { padding-right: 0; }
tr.total td { font-weight: 600; border-bottom-color: var(--dim); }
tr.total:last-child td { border-bottom: 0; }
.num { text-align: right; } td.num { white-space: nowrap; }
.check { min-width: 230px; }
.badge { display: inline-block; border-radius: 6px; padding: 1px 9px; font-size: 13px; font-weight: 600; background: var(--none-soft); color: var(--none); overflow-wrap: anywhere; }
.badge.pass { background: var(--pass-soft); color: var(--pass); }
.badge.fail { background: var(--fail-soft); color: var(--fail); }
.badge.undetermined { background: var(--unread-soft); color: var(--unread); }
.badges { display: flex; flex-wrap: wrap; gap: 6px; margin: 12px 0; }
.note { border-left: 3px solid var(--unread); padding: 2px 0 2px 12px; margin: 14px 0; overflow-wrap: anywhere; }
.wrong { border-left-color: var(--fail); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 18px; margin: 0; } dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
details > summary { cursor: pointer; } details:not(.clip) > summary { color: var(--accent); margin-top: 8px; font-size: 14px; }
kbd { font: 600 11px/1 ui-monospace, Menlo, Consolas, monospace; border: 1px solid var(--line); border-radius: 4px; padding: 2px 5px; background: var(--card); color: var(--dim); }
.filters { display: flex; flex-wrap: wrap; gap: 10px 14px; align-items: end; margin: 10px 0 8px; }
.filters label span { display: block; font-size: 13px; color: var(--dim); }
.filters :is(select, input, button) { font: inherit; font-size: 14px; height: 34px; max-width: 230px; color: var(--text); background: var(--card); border: 1px solid var(--line); border-radius: 7px; padding: 0 10px; }
.filters button { cursor: pointer; } .found { line-height: 34px; font-size: 14px; }
.group { margin-top: 26px; } .group > p { margin-bottom: 8px; }
.n { color: var(--dim); font-weight: 400; margin-left: 2px; }
.index { padding: 0; overflow: hidden; }
.clip { border-bottom: 1px solid var(--line); scroll-margin-top: 8px; }
.js .clip { content-visibility: auto; contain-intrinsic-size: auto 40px; }
.clip:last-child { border-bottom: 0; }
.clip > summary { display: grid; grid-template-columns: minmax(140px, 1.1fr) 64px 84px minmax(0, 2.6fr) 124px; gap: 4px 14px; align-items: center; padding: 8px 16px 8px 30px; list-style: none; position: relative; }
.several .clip > summary { grid-template-columns: minmax(130px, 1fr) minmax(110px, .9fr) 64px 84px minmax(0, 2.2fr) 110px; }
.clip > summary::-webkit-details-marker { display: none; }
.clip > summary::before { content: ""; position: absolute; left: 14px; top: 15px; width: 0; height: 0; border: 5px solid transparent; border-left: 7px solid var(--dim); }
.clip[open] > summary::before { transform: rotate(90deg) translate(3px, 3px); }
.clip > summary:hover { background: var(--page); }
.clip > summary:focus-visible { outline-offset: -3px; }
.clip[open] > summary { border-bottom: 1px solid var(--line); background: var(--page); }
.tier, .end, .why, .gen { font-size: 13px; } .end { white-space: nowrap; }
.end.pass { color: var(--pass); } .end.fail { color: var(--fail); } .end.undetermined { color: var(--unread); }
.why { overflow-wrap: anywhere; }
.mini { width: 100%; height: 12px; background: var(--none-soft); border-radius: 2px; } .mini path { fill: var(--bar-fail); }
.detail { padding: 16px 20px 14px 30px; }
.score { margin: 0 0 14px; }
.lane { display: grid; grid-template-columns: 210px minmax(0, 1fr); gap: 12px; align-items: center; min-height: 22px; }
.lane .name { font-size: 13px; color: var(--dim); overflow-wrap: anywhere; line-height: 1.3; } .lane code { font-size: 12px; line-height: 1.3; color: var(--text); }
.counts { margin: 2px 0 0 222px; }
.cells { display: flex; height: 26px; align-items: end; border-bottom: 1px solid var(--dim); }
.cells svg { width: 100%; height: 100%; } .cells rect { fill: var(--bar-pass); } .cells rect:is(.degraded, .failed) { fill: var(--bar-unread); }
.cells > button { flex: 1 1 0; min-width: 0; height: 100%; padding: 0; border: 0; background: linear-gradient(var(--bar-pass), var(--bar-pass)) bottom / 100% 100% no-repeat content-box; border-right: 1px solid var(--card); border-radius: 0; cursor: pointer; }
.cells > .partial { background-size: 100% 70%; }
.cells > .degraded { background-image: repeating-linear-gradient(45deg, var(--bar-unread) 0 2px, var(--bar-unread-soft) 2px 5px); background-size: 100% 50%; }
.cells > .failed { background-image: linear-gradient(var(--bar-unread), var(--bar-unread)); background-size: 100% 25%; }
.cells > .not_found { background: var(--none-soft); }
.cells > .bad { box-shadow: inset 0 -5px var(--bar-fail); }
.cells > [aria-current] { outline: 2px solid var(--text); outline-offset: 1px; z-index: 1; }
.hits, .moves { display: block; width: 100%; height: 12px; background: var(--none-soft); cursor: pointer; } .hits path { fill: var(--bar-fail); }
.moves { height: 10px; background: none; border-bottom: 1px solid var(--line); } .moves path { fill: var(--dim); }
.stage { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr)); gap: 14px; align-items: start; }
.player { position: relative; max-width: 640px; }
.player video, .picture { display: block; width: 100%; max-width: 640px; height: auto; border-radius: 6px; background: var(--none-soft); }
.marks { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
.marks g { display: none; } .marks g.on { display: inline; }
.marks :is(circle, path) { fill: none; stroke: #ff4d6d; stroke-width: 3; vector-effect: non-scaling-stroke; paint-order: stroke; stroke-linecap: round; stroke-linejoin: round; }
.sheet { display: block; width: 100%; max-width: 640px; border-radius: 6px; background: var(--none-soft); }
.transport { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin: 12px 0; }
.transport button { font: inherit; font-size: 14px; min-width: 38px; height: 32px; padding: 0 12px; color: var(--text); background: var(--card); border: 1px solid var(--line); border-radius: 7px; cursor: pointer; }
.transport button:first-child { min-width: 72px; }
.frame-line { flex: 1 1 320px; min-height: 22px; margin: 0 0 0 6px; font-variant-numeric: tabular-nums; }
.violations { margin: 6px 0 10px; padding-left: 0; list-style: none; } .violations li { margin: 3px 0; padding: 1px 0 1px 10px; border-left: 3px solid var(--line); overflow-wrap: anywhere; }
.violations .on { border-left-color: var(--bar-fail); }
.goto { font: inherit; font-size: 13px; color: var(--accent); background: none; border: 1px solid var(--line); border-radius: 5px; padding: 0 7px; cursor: pointer; }
.strip { display: block; width: 100%; height: auto; border-radius: 6px; margin-top: 8px; }
.imaginations { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr)); gap: 12px; margin: 8px 0 14px; }
.imagination { border: 1px solid var(--line); border-radius: 8px; padding: 10px; } .imagination.video { grid-column: 1 / -1; }
.thumbs { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 150px), 1fr)); gap: 6px; margin-bottom: 8px; } .image .thumbs { grid-template-columns: minmax(0, 1fr); }
.thumbs img { display: block; width: 100%; height: auto; border-radius: 4px; background: var(--none-soft); }
.imagination p { font-size: 13px; margin: 0 0 3px; overflow-wrap: anywhere; } .imagination .words { white-space: pre-wrap; }
.boards { list-style-position: inside; padding: 0; margin: 8px 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 170px), 1fr)); gap: 10px; } .boards li { overflow-wrap: anywhere; }
.boards img { display: block; width: 100%; height: auto; border-radius: 4px; background: var(--none-soft); margin-bottom: 3px; } .boards li.end { list-style: none; padding-top: 1.5em; }
.prompt { white-space: pre-wrap; margin-top: 8px; }
.origin { margin: 12px 0 0; overflow-wrap: anywhere; }
@media (max-width: 720px) {
  main { padding: 22px 14px 48px; } .card { padding: 14px; } .index { padding: 0; } h2 { margin-top: 40px; }
  .clip > summary, .several .clip > summary { grid-template-columns: minmax(0, 1fr) auto auto; padding-right: 12px; }
  .clip .why { grid-column: 1 / -1; } .clip .mini { grid-column: 1 / -1; } .several .clip .gen { grid-column: 1 / -1; grid-row: 2; }
  .lane { grid-template-columns: minmax(0, 1fr); gap: 2px; margin-bottom: 6px; } .counts { margin-left: 0; } .detail { padding: 14px; }
  dl { grid-template-columns: minmax(0, 1fr); } dd { margin-bottom: 6px; }
}
@media print {
  :root { color-scheme: light; } body { background: none; font-size: 10.5pt; } main { max-width: none; padding: 0; }
  nav, .filters, .keys, .transport button, .goto, .frame-line:empty { display: none !important; }
  table { font-size: 8pt; } th { font-size: 7.5pt; } th, td { padding-right: 7px; } .card:not(.index) { padding: 10px 12px; }
  .card, .headline { break-inside: avoid; } .index { break-inside: auto; border: 0; } .js .clip { content-visibility: visible; } .clip { break-inside: avoid; }
  .clip > summary { padding-left: 0; } .clip > summary::before { display: none; } h2, h3 { break-after: avoid; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } .scroll { overflow: visible; } .chart svg { min-width: 0; }
}
`;
