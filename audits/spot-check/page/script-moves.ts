/**
 * Last part of the page's script: moves, keys, and the start. Plain JavaScript, as the first part.
 */
export const MOVES_SCRIPT = `
/* Moves. */
/* Questions about one frame begin at it. */
function showFrameOf(step) {
  const id = step.question === undefined ? "" : step.question.id;
  const last = currentItem().media.frames.frames.length - 1;
  if (id === "final_state_readable" || id === "goal_reached") frame = last;
  else if (id.startsWith("check.")) frame = 0;
}

function goToStep(to) {
  const item = currentItem();
  const steps = stepsOf(item);
  const next = Math.min(Math.max(0, to), steps.length - 1);
  const step = steps[next];
  const isClosed = step.question !== undefined && step.question.kind === "reading" && state.shown[item.item] !== true;
  state.step = isClosed ? steps.findIndex((entry) => entry.review) : next;
  if (isClosed && state.step < 0) state.step = next;
  showFrameOf(steps[state.step]);
  save();
  show(true);
}

function goToItem(to, step) {
  const next = Math.min(Math.max(0, to), data.items.length - 1);
  if (next !== state.at) {
    setPlaying(false);
    frame = 0;
    view = "frame";
    $("clip").removeAttribute("src");
  }
  state.at = next;
  const open = stepsOf(currentItem()).findIndex((entry) => entry.question && !isAnswered(currentItem(), entry.question));
  state.step = 0;
  goToStep(step === undefined ? Math.max(0, open) : step);
}

function nextOpenItem() {
  const after = data.items.findIndex((item, i) => i > state.at && !isDone(item));
  const to = after >= 0 ? after : data.items.findIndex((item) => !isDone(item));
  if (to >= 0) goToItem(to);
  else show(true);
}

function answer(number) {
  const step = currentStep();
  if (step.review) return;
  const option = answerList(step.question)[number];
  if (option === undefined || !setAnswer(currentItem(), step.question, option.value)) return;
  if (state.step + 1 < stepsOf(currentItem()).length) goToStep(state.step + 1);
  else show(true);
}

/* Enter: on to what is still to be done; at the gate, lock the answers and show the reading. */
function confirm() {
  const item = currentItem();
  const steps = stepsOf(item);
  const step = currentStep();
  if (step.review) {
    const open = steps.findIndex((entry) => entry.question && entry.question.kind !== "reading" && !isAnswered(item, entry.question));
    if (open >= 0) return goToStep(open);
    if (item.media.reading === null) return nextOpenItem();
    state.shown[item.item] = true;
    return goToStep(state.step + 1);
  }
  if (state.step + 1 < steps.length) return goToStep(state.step + 1);
  if (isDone(item)) return nextOpenItem();
}

const KEYS = {
  ArrowLeft: (event) => goToFrame(frame - (event.shiftKey ? 5 : 1)),
  ArrowRight: (event) => goToFrame(frame + (event.shiftKey ? 5 : 1)),
  Home: () => goToFrame(0),
  End: () => goToFrame(Infinity),
  ArrowUp: () => goToStep(state.step - 1),
  ArrowDown: () => goToStep(state.step + 1),
  " ": () => { if (view === "frame") setPlaying(timer === 0); },
  "[": () => goToItem(state.at - 1),
  "]": () => goToItem(state.at + 1),
  Enter: () => confirm(),
  f: () => setView("frame"),
  a: () => setView("all"),
  v: () => setView("clip"),
  s: () => setView("start"),
  g: () => setView("goal"),
  c: () => $("comment").focus(),
  e: () => { exportSheet(); show(false); },
  "?": () => $("keys").showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("keys").open) return;
  const { target, key } = event;
  if (target instanceof HTMLTextAreaElement) {
    if (key === "Escape") $("question").focus();
    return;
  }
  const isPressed = target instanceof HTMLButtonElement || target instanceof HTMLElement && target.tagName === "SUMMARY";
  if (isPressed && (key === "Enter" || key === " ")) return;
  if (target instanceof HTMLVideoElement && (key === " " || key.startsWith("Arrow"))) return;
  const act = /^[1-9]$/.test(key) ? () => answer(Number(key) - 1) : KEYS[key];
  if (act === undefined) return;
  event.preventDefault();
  act(event);
});

for (const name of ["frame", "all", "clip", "start", "goal"]) $("view-" + name).addEventListener("click", () => setView(name));
$("scrub").addEventListener("input", () => goToFrame(Number($("scrub").value)));
$("play").addEventListener("click", () => setPlaying(timer === 0));
$("back").addEventListener("click", () => (state.step > 0 ? goToStep(state.step - 1) : goToItem(state.at - 1, Infinity)));
$("next").addEventListener("click", () => confirm());
$("comment").maxLength = data.maxComment;
$("comment").addEventListener("input", () => { setComment(currentItem(), $("comment").value); show(false); });
for (const id of ["export", "export-end"]) $(id).addEventListener("click", () => { exportSheet(); show(false); });
$("keys-close").addEventListener("click", () => $("keys").close());
$("keys-open").addEventListener("click", () => $("keys").showModal());
/* The same sheet in a second window: the last answer given stands in both. */
addEventListener("storage", (event) => {
  if (event.key !== storeKey || event.newValue === null) return;
  try {
    const { answers, comments, times, shown } = readState(event.newValue);
    state = { ...state, answers, comments, times, shown };
    saveNote = "Taken over from another window.";
    show(false);
  } catch {
    saveNote = "Another window wrote what cannot be read.";
  }
});

$("done").max = data.items.length;
load();
showFrameOf(stepsOf(currentItem())[Math.min(Math.max(0, state.step), stepsOf(currentItem()).length - 1)]);
show(false);
`;
