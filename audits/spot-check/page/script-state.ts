/**
 * First part of the page's script: answers, saving, export. It runs in a rater's browser as it stands
 * here, so it is plain JavaScript without imports; a test drives it in one.
 */
export const STATE_SCRIPT = String.raw`
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const storeKey = ["topoprobe", data.sheet, data.rater].join(":");
const answerList = (question) => data.answers[question.kind];

/* answers and comments by item; at: where the rater is; shown: items whose reading has been seen. */
const emptyState = () => ({ version: 1, answers: {}, comments: {}, times: {}, shown: {}, at: 0, step: 0 });
let state = emptyState();
let saveNote = "";

function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readState(text) {
  const read = JSON.parse(text);
  const isWhole =
    isRecord(read) && read.version === 1 && isRecord(read.answers) && isRecord(read.comments) &&
    isRecord(read.times) && isRecord(read.shown) && Number.isInteger(read.at) && Number.isInteger(read.step);
  if (!isWhole) throw new Error("not the state of this page");
  read.at = Math.min(Math.max(0, read.at), data.items.length - 1);
  return read;
}

function load() {
  let text = null;
  try {
    text = localStorage.getItem(storeKey);
  } catch {
    saveNote = "This browser keeps nothing: export before you close the page.";
    return;
  }
  if (text === null) return;
  try {
    state = readState(text);
    saveNote = "Earlier answers are back.";
  } catch {
    /* What cannot be read is kept aside, never overwritten. */
    saveNote = "Earlier answers could not be read; they are kept aside.";
    try {
      localStorage.setItem(storeKey + ":unread:" + Date.now(), text);
    } catch {
      saveNote = "Earlier answers could not be read, nor kept aside: do not answer here before you have copied them.";
    }
  }
}

function save() {
  try {
    localStorage.setItem(storeKey, JSON.stringify(state));
    saveNote = "Saved " + new Date().toLocaleTimeString();
  } catch {
    saveNote = "Could not be saved here: export before you close the page.";
  }
}

function questionsOf(item) {
  const all = data.questions[item.task];
  return item.media.reading === null ? all.filter((q) => q.kind !== "reading") : all;
}

/* Before the reading is shown the rater looks over the answers: what is seen then cannot change them. */
function stepsOf(item) {
  const questions = questionsOf(item);
  const plain = questions.filter((q) => q.kind !== "reading").map((question) => ({ question }));
  const reading = questions.filter((q) => q.kind === "reading").map((question) => ({ question }));
  return plain.length > 1 ? [...plain, { review: true }, ...reading] : [...plain, ...reading];
}

const answersOf = (item) => state.answers[item.item] || {};
const commentOf = (item) => state.comments[item.item] || "";
const isAnswered = (item, question) => answersOf(item)[question.id] !== undefined;
const isDone = (item) => questionsOf(item).every((question) => isAnswered(item, question));
const isStarted = (item) => Object.keys(answersOf(item)).length > 0 || commentOf(item) !== "";
const isLocked = (item, question) => question.kind !== "reading" && state.shown[item.item] === true;

function touch(item) {
  state.times[item.item] = new Date().toISOString();
  save();
}

function setAnswer(item, question, value) {
  if (isLocked(item, question)) return false;
  state.answers[item.item] = { ...answersOf(item), [question.id]: value };
  touch(item);
  return true;
}

function setComment(item, text) {
  state.comments[item.item] = text.slice(0, data.maxComment);
  touch(item);
}

function filledSheet() {
  return {
    schema: "topoprobe.filled-sheet/1",
    sheet: data.sheet,
    kind: data.kind,
    rater: data.rater,
    exportedAt: new Date().toISOString(),
    items: data.items.filter(isStarted).map((item) => ({
      item: item.item,
      answers: answersOf(item),
      comment: commentOf(item),
      answeredAt: state.times[item.item] || null,
    })),
  };
}

function exportSheet() {
  const text = JSON.stringify(filledSheet(), null, 2) + "\n";
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = data.fileName;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
  const done = data.items.filter(isDone).length;
  saveNote = "Exported " + done + " of " + data.items.length + " clips to " + data.fileName;
}
`;
