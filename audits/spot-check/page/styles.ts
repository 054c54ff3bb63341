/** The sheet's style sheet. Dark and light follow the reader's system. */
export const SHEET_CSS = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --line: #d9dee7; --text: #1b2330; --dim: #566273; --stage: #e9ecf1;
  --accent: #1d5fd1; --on-accent: #ffffff; --accent-soft: #e3edfd; --done: #147a43; --part: #8a5a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f141d; --card: #171e2a; --line: #2c3749; --text: #e6ebf4; --dim: #9aa7ba; --stage: #0a0e15;
    --accent: #7fb0ff; --on-accent: #0b1220; --accent-soft: #1b2b47; --done: #4cd38a; --part: #f1bd53;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
p { margin: 0; }
button {
  font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: 6px 14px; cursor: pointer;
}
button:hover:not(:disabled) { border-color: var(--accent); }
button:disabled { cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h2:focus-visible { outline: none; }
kbd {
  font: 600 12px/1 ui-monospace, Menlo, Consolas, monospace; border: 1px solid var(--line); border-radius: 5px;
  padding: 4px 6px; background: var(--page); color: var(--dim); min-width: 24px; text-align: center; flex: none;
}
header {
  display: flex; flex-wrap: wrap; align-items: center; gap: 8px 20px; padding: 10px 20px;
  border-bottom: 1px solid var(--line); background: var(--card);
}
header h1 { font-size: 16px; margin: 0; }
header .progress { display: flex; align-items: center; gap: 10px; color: var(--dim); font-variant-numeric: tabular-nums; }
progress { appearance: none; width: 150px; height: 8px; border: 0; border-radius: 4px; overflow: hidden; background: var(--line); }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--done); }
progress::-moz-progress-bar { background: var(--done); }
#saved { color: var(--dim); font-size: 13px; margin-left: auto; }
.primary:disabled { opacity: .45; }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
main { display: grid; grid-template-columns: minmax(0, 1.65fr) minmax(330px, 1fr); gap: 20px; padding: 20px; max-width: 1500px; margin: 0 auto; }
.views { display: flex; flex-wrap: wrap; gap: 6px; margin-bottom: 10px; }
.views button { padding: 4px 12px; }
.views [aria-pressed="true"] { background: var(--accent-soft); border-color: var(--accent); font-weight: 600; }
.pane { background: var(--stage); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.pane canvas, .pane video, .pane img { display: block; width: 100%; max-height: calc(100vh - 200px); object-fit: contain; }
#pane-frame:has(#reading-box:not([hidden])) canvas { max-height: calc(50vh - 130px); }
#pane-all { max-height: calc(100vh - 150px); overflow: auto; }
#pane-all img { max-height: none; }
figure { margin: 0; min-width: 0; }
figcaption { padding: 4px 10px; color: var(--dim); font-size: 13px; background: var(--card); }
.transport { display: flex; align-items: center; gap: 12px; margin-top: 10px; }
.transport input { flex: 1; min-width: 0; accent-color: var(--accent); height: 24px; }
#frame-words { color: var(--dim); font-variant-numeric: tabular-nums; white-space: nowrap; min-width: 180px; text-align: right; }
.ask { display: flex; flex-direction: column; gap: 12px; }
.about { display: flex; gap: 14px; align-items: flex-start; padding-bottom: 12px; border-bottom: 1px solid var(--line); }
.about > div { flex: 1; min-width: 0; }
.about img { width: 132px; height: auto; border-radius: 6px; border: 1px solid var(--line); flex: none; }
.eyebrow { color: var(--dim); font-size: 13px; font-weight: 600; margin-bottom: 4px; }
#steps, #items { list-style: none; display: flex; flex-wrap: wrap; gap: 5px; margin: 0; padding: 0; }
#steps li { flex: 1; min-width: 24px; }
#steps button { width: 100%; height: 24px; padding: 0; border: 0; background: none; position: relative; }
#steps button::after { content: ""; position: absolute; inset: 9px 0; border-radius: 3px; background: var(--line); }
#steps .answered::after { background: var(--done); }
#steps [aria-current]::after { background: var(--accent); inset: 7px 0; }
h2 { font-size: 20px; line-height: 1.3; margin: 0; overflow-wrap: anywhere; }
.hint { color: var(--dim); min-height: 3em; }
.options { display: grid; gap: 8px; }
.options button { display: flex; align-items: center; gap: 12px; text-align: left; padding: 10px 14px; min-height: 44px; }
.options .label { display: flex; flex-direction: column; font-weight: 600; }
.options small { font-weight: 400; color: var(--dim); font-size: 13px; line-height: 1.35; }
.options.many { gap: 4px; } .options.many button { padding: 3px 12px; min-height: 0; } .options.many small { font-size: 12px; line-height: 1.25; }
.options [aria-pressed="true"] { border-color: var(--accent); background: var(--accent-soft); box-shadow: inset 0 0 0 1px var(--accent); }
.review { display: grid; gap: 4px; }
.review button { display: flex; justify-content: space-between; gap: 14px; text-align: left; padding: 3px 12px; font-size: 14px; }
.review .asked { color: var(--dim); } .review b { white-space: nowrap; } .review .open { color: var(--part); }
.moves { display: flex; gap: 8px; }
.moves .primary { flex: 1; }
textarea { display: block; width: 100%; margin-top: 4px; min-height: 54px; resize: vertical; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px; }
label { color: var(--dim); font-size: 13px; } label textarea { color: var(--text); font-size: 15px; }
#items button { min-width: 30px; height: 26px; padding: 0 4px; font-size: 12px; font-variant-numeric: tabular-nums; color: var(--dim); border-radius: 5px; }
#items .done { border-color: var(--done); color: var(--done); font-weight: 700; }
#items .part { border-color: var(--part); color: var(--part); border-style: dashed; }
#items [aria-current] { background: var(--accent-soft); box-shadow: 0 0 0 2px var(--accent); color: var(--text); }
.finished { border: 1px solid var(--done); border-radius: 10px; padding: 12px 14px; display: grid; gap: 8px; justify-items: start; }
details summary { cursor: pointer; color: var(--accent); } .prompt { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 12em; overflow: auto; font-size: 13px; }
dialog { color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 20px 24px; max-width: 560px; }
dialog::backdrop { background: rgb(0 0 0 / .5); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px 16px; margin: 12px 0 16px; } dt { display: flex; gap: 4px; align-items: baseline; } dd { margin: 0; }
noscript p { padding: 20px; font-weight: 600; }
/* Where scripts are off nothing here would answer. */
noscript:has(p) ~ main, header:has(~ noscript p) :is(button, .progress) { display: none; }
@media (max-width: 900px) { main { grid-template-columns: minmax(0, 1fr); padding: 12px; } .pane canvas, .pane video { max-height: 50vh; } }
@media (max-width: 520px) { #steps li { flex: none; width: calc((100% - 6 * 5px) / 7); } }
`;
