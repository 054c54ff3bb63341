/**
 * Second part of the page's script: frames, clip, start picture. Plain JavaScript, as the first part.
 */
export const PICTURES_SCRIPT = `
const $ = (id) => document.getElementById(id);
let frame = 0;
let view = "frame";
let timer = 0;
const pictures = new Map();

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

const currentItem = () => data.items[state.at];
const currentStep = () => stepsOf(currentItem())[state.step];

/* Pictures: one file holds all frames of a clip. */
function picture(href) {
  if (!pictures.has(href)) {
    const image = new Image();
    image.addEventListener("load", drawFrames);
    image.src = href;
    pictures.set(href, image);
  }
  return pictures.get(href);
}

function drawTile(canvas, href) {
  const { columns, tileWidthPx, tileHeightPx } = currentItem().media.frames;
  const image = picture(href);
  canvas.width = tileWidthPx;
  canvas.height = tileHeightPx;
  if (!image.complete || image.naturalWidth === 0) return;
  const left = (frame % columns) * tileWidthPx;
  const top = Math.floor(frame / columns) * tileHeightPx;
  canvas.getContext("2d").drawImage(image, left, top, tileWidthPx, tileHeightPx, 0, 0, tileWidthPx, tileHeightPx);
}

function frameWords() {
  const { frames } = currentItem().media.frames;
  const { timeSec } = frames[frame];
  return "Frame " + (frame + 1) + " of " + frames.length + ", " + timeSec.toFixed(2) + " s";
}

const isReadingShown = () => {
  const step = currentStep();
  return step.question !== undefined && step.question.kind === "reading";
};

function drawFrames() {
  const { media } = currentItem();
  drawTile($("frame"), media.frames.href);
  $("frame").setAttribute("aria-label", frameWords());
  const reading = isReadingShown() && view === "frame";
  $("reading-box").hidden = !reading;
  $("frame-caption").hidden = !reading;
  if (reading) {
    drawTile($("reading"), media.reading);
    $("reading").setAttribute("aria-label", "The judge's reading of the same frame");
  }
  $("scrub").value = String(frame);
  $("scrub").setAttribute("aria-valuetext", frameWords());
  $("frame-words").textContent = frameWords();
}

function goToFrame(to) {
  frame = Math.min(Math.max(0, to), currentItem().media.frames.frames.length - 1);
  drawFrames();
}

function setPlaying(isPlaying) {
  clearInterval(timer);
  timer = 0;
  if (isPlaying) {
    const last = currentItem().media.frames.frames.length - 1;
    if (frame >= last) frame = 0;
    timer = setInterval(() => (frame >= last ? setPlaying(false) : goToFrame(frame + 1)), 125);
  }
  $("play").textContent = timer === 0 ? "Play" : "Stop";
}

function setView(to) {
  const { media } = currentItem();
  const isThere = { frame: true, all: true, clip: media.isPlayable, start: media.start !== null, goal: media.goal !== null };
  view = isThere[to] === true ? to : "frame";
  if (view !== "frame") setPlaying(false);
  for (const name of Object.keys(isThere)) {
    $("view-" + name).setAttribute("aria-pressed", String(view === name));
    $("view-" + name).hidden = !isThere[name];
    $("pane-" + name).hidden = view !== name;
  }
  $("transport").hidden = view !== "frame";
  const video = $("clip");
  if (view === "clip") {
    if (video.getAttribute("src") !== media.clip) video.setAttribute("src", media.clip);
  } else if (video.hasAttribute("src")) video.pause();
  if (view === "goal") $("goal").src = media.goal;
  if (view === "all") {
    $("all").src = isReadingShown() ? media.reading : media.frames.href;
  }
  drawFrames();
}
`;
