/**
 * Third part of the page's script: questions, answers, progress. Texts are set as text, never as markup.
 * Plain JavaScript, as the first part.
 */
export const QUESTIONS_SCRIPT = `
/* The question. */
function stepName(step) {
  if (step.review) return "Look over";
  const id = step.question.id;
  const names = { final_state_readable: "Readable", goal_reached: "Goal", reading: "Reading", error_category: "Category" };
  return names[id] || id.replace("check.", "").replaceAll("_", " ");
}

function showQuestion(item, step) {
  const { question } = step;
  const options = answerList(question);
  const given = answersOf(item)[question.id];
  const locked = isLocked(item, question);
  $("question").textContent = question.text;
  $("hint").textContent = locked
    ? "Answered before the judge's reading was shown; it stays as it is."
    : question.hint;
  $("options").className = options.length > 4 ? "options many" : "options";
  $("options").replaceChildren(
    ...options.map(({ value, label, hint }, i) => {
      const button = make("button", { type: "button", disabled: locked },
        make("kbd", { textContent: String(i + 1) }),
        make("span", { className: "label" }, label, hint === "" ? "" : make("small", { textContent: hint })));
      button.setAttribute("aria-pressed", String(given === value));
      button.addEventListener("click", () => answer(i));
      return button;
    }),
  );
}

function showReview(item) {
  const open = questionsOf(item).filter((q) => q.kind !== "reading" && !isAnswered(item, q));
  const hasReading = item.media.reading !== null;
  $("question").textContent = open.length === 0 ? "Are these your answers?" : open.length + " of the questions are still open";
  $("hint").textContent = open.length > 0
    ? "Choose one to answer it."
    : hasReading
      ? "Enter shows what the judge read in the frames. From then on these answers stay as they are."
      : "Enter goes on.";
  $("options").className = "review";
  $("options").replaceChildren(
    ...stepsOf(item).flatMap((step, i) => {
      if (step.review || step.question.kind === "reading") return [];
      const given = answerList(step.question).find(({ value }) => value === answersOf(item)[step.question.id]);
      const button = make("button", { type: "button" },
        make("span", { className: "asked", textContent: step.question.text }),
        make("b", { textContent: given === undefined ? "open" : given.label, className: given === undefined ? "open" : "" }));
      button.addEventListener("click", () => goToStep(i));
      return [button];
    }),
  );
}

function show(isMoved) {
  const item = currentItem();
  const steps = stepsOf(item);
  state.step = Math.min(Math.max(0, state.step), steps.length - 1);
  const step = steps[state.step];
  const done = data.items.filter(isDone).length;
  $("done").value = done;
  $("count").textContent = done + " of " + data.items.length + " clips done";
  $("saved").textContent = saveNote;
  $("task").textContent = item.title + ", clip " + (state.at + 1) + " of " + data.items.length;
  $("rule").textContent = item.rule;
  $("start-small").hidden = item.media.start === null;
  if (item.media.start !== null && $("start-small").getAttribute("src") !== item.media.start) {
    $("start-small").src = item.media.start;
    $("start").src = item.media.start;
  }
  $("prompt-box").hidden = item.media.prompt === null;
  $("prompt").textContent = item.media.prompt || "";
  $("scrub").max = String(item.media.frames.frames.length - 1);
  $("steps").hidden = steps.length < 2;
  $("steps").replaceChildren(
    ...steps.map((entry, i) => {
      const answered = entry.review ? state.shown[item.item] === true : isAnswered(item, entry.question);
      const button = make("button", { type: "button", title: stepName(entry), className: answered ? "answered" : "" });
      button.setAttribute("aria-label", stepName(entry) + (answered ? ", answered" : ""));
      if (i === state.step) button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => goToStep(i));
      return make("li", {}, button);
    }),
  );
  if (step.review) showReview(item);
  else showQuestion(item, step);
  if (document.activeElement !== $("comment")) $("comment").value = commentOf(item);
  $("items").replaceChildren(
    ...data.items.map((entry, i) => {
      const how = isDone(entry) ? "done" : isStarted(entry) ? "part" : "";
      const button = make("button", { type: "button", textContent: String(i + 1), className: how });
      button.setAttribute("aria-label", "Clip " + (i + 1) + (how === "done" ? ", done" : how === "part" ? ", begun" : ""));
      if (i === state.at) button.setAttribute("aria-current", "true");
      button.addEventListener("click", () => goToItem(i));
      return make("li", {}, button);
    }),
  );
  const isLast = state.step === steps.length - 1;
  $("next").textContent = step.review && item.media.reading !== null ? "Show the reading" : isLast ? "Next clip" : "Next";
  $("next").disabled = isLast && !isDone(item);
  $("finished").hidden = done < data.items.length;
  setView(view);
  if (isMoved) $("question").focus({ preventScroll: true });
}
`;
