/**
 * The page's own script: filters, deep links, keys, and the clips' details on demand. It adds to a
 * page that can be read without it. It writes text and attributes only; the one markup that it parses
 * is the page's own, which stands escaped in each clip's `noscript`.
 *
 * Fragments: `#clip-0-pipe-easy-1` opens a clip, `#clip-0-pipe-easy-1@12` at its 12th sampled frame,
 * `#show&kind=shortcut&tier=hard` filters.
 */
import { PLAYER_SCRIPT } from "./script-player.ts";

const INDEX_SCRIPT = `
const clips = [...document.querySelectorAll("details.clip")];
const form = document.querySelector("form.filters");
const keysHelp = document.querySelector(".keys");
if (form !== null) form.hidden = false;
if (keysHelp !== null) keysHelp.hidden = false;

function setHash(text) {
  try { history.replaceState(null, "", text === "" ? location.pathname + location.search : "#" + text); }
  catch { location.hash = text; }
}

function chosen() {
  const picked = {};
  if (form === null) return picked;
  for (const field of form.elements) if (field.name && field.value !== "") picked[field.name] = field.value;
  return picked;
}

function filter() {
  const { find = "", ...picked } = chosen();
  const sought = find.toLowerCase();
  let shown = 0;
  for (const clip of clips) {
    const data = clip.dataset;
    const fits = Object.entries(picked).every(([name, value]) =>
      name === "checks" ? data.checks.split(" ").includes(value) : data[name] === value);
    clip.hidden = !(fits && (sought === "" || clip.id.slice(5).toLowerCase().includes(sought)));
    if (!clip.hidden) shown += 1;
  }
  for (const group of document.querySelectorAll(".group")) {
    const left = group.querySelectorAll("details.clip:not([hidden])").length;
    group.hidden = left === 0;
    group.querySelector(".n").textContent = String(left);
  }
  if (form !== null) form.querySelector(".found").textContent =
    (shown === clips.length ? "" : shown + " of ") + clips.length + " " + form.dataset.noun;
}

form?.addEventListener("input", () => {
  filter();
  const words = Object.entries(chosen()).map(([name, value]) => "&" + name + "=" + encodeURIComponent(value));
  setHash(words.length === 0 ? "" : "show" + words.join(""));
});
form?.addEventListener("reset", () => setTimeout(() => { filter(); setHash(""); }));
form?.addEventListener("submit", (event) => event.preventDefault());

function follow() {
  let hash = location.hash.slice(1);
  try { hash = decodeURIComponent(hash); } catch {}
  if (hash.startsWith("show") && form !== null) {
    form.reset();
    for (const [name, value] of new URLSearchParams(location.hash.slice(5))) {
      const field = form.elements.namedItem(name);
      if (field !== null && "value" in field) field.value = value;
    }
    filter();
    document.getElementById("clips").scrollIntoView();
    return;
  }
  const [id, sample] = hash.split("@");
  const clip = document.getElementById(id);
  if (clip === null || !clip.matches("details.clip")) return;
  if (clip.hidden && form !== null) { form.reset(); filter(); }
  clip.open = true;
  hydrate(clip);
  clip.scrollIntoView();
  clip.querySelector("summary").focus({ preventScroll: true });
  if (sample !== undefined) clip.view?.show(Number(sample) - 1, true);
}

for (const clip of clips) {
  clip.addEventListener("toggle", () => {
    if (clip.open) hydrate(clip);
    else clip.view?.pause();
  });
  clip.firstElementChild.addEventListener("click", () => {
    if (!clip.open) setHash(clip.id);
  });
}

function move(step) {
  const seen = clips.filter((clip) => !clip.hidden);
  const now = seen.indexOf(document.activeElement?.closest("details.clip"));
  const next = seen[now < 0 ? (step > 0 ? 0 : seen.length - 1) : now + step];
  if (next === undefined) return;
  const summary = next.firstElementChild;
  summary.focus({ preventScroll: true });
  summary.scrollIntoView({ block: "nearest" });
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const target = event.target;
  const isField = target.matches("input, select, textarea");
  if (event.key === "Escape" && isField) { target.blur(); return; }
  if (isField) return;
  const clip = target.closest("details.clip[open]");
  const view = clip?.view;
  const isVideo = target.matches("video");
  const act = {
    j: () => move(1),
    k: () => move(-1),
    "/": () => form?.elements.namedItem("find")?.focus(),
    Escape: clip === null ? undefined : () => { clip.open = false; clip.firstElementChild.focus(); },
    p: view && (() => view.toggle()),
    ArrowLeft: view && !isVideo ? () => view.show(view.at() - 1, true) : undefined,
    ArrowRight: view && !isVideo ? () => view.show(view.at() + 1, true) : undefined,
    Home: view && !isVideo ? () => view.show(0, true) : undefined,
    End: view && !isVideo ? () => view.show(Infinity, true) : undefined,
  }[event.key];
  if (act === undefined || act === null) return;
  event.preventDefault();
  act();
});

window.addEventListener("hashchange", follow);
window.addEventListener("beforeprint", () => { for (const clip of clips) if (clip.open) hydrate(clip); });
filter();
if (location.hash.length > 1) follow();
document.documentElement.dataset.ready = "1";
`;

export const PAGE_SCRIPT = `"use strict";\n(() => {\ndocument.documentElement.classList.add("js");\n${PLAYER_SCRIPT}${INDEX_SCRIPT}})();\n`;
