/** The part of the page's script that one opened clip needs: its frames, its player, its marks. */
export const PLAYER_SCRIPT = `
const LABELS = { e: ["exact", "read exactly"], p: ["partial", "read in part"], d: ["degraded", "read with doubt"],
  f: ["failed", "not read"], n: ["not_found", "board not found"] };

function sampledFrames(data) {
  if (data.f !== undefined) return data.f.split(",").map(Number);
  const [total, count] = [Number(data.of), Number(data.n)];
  const steps = Math.max(1, count - 1);
  return Array.from({ length: count }, (_, i) => Math.floor((2 * i * (total - 1) + steps) / (2 * steps)));
}

function hydrate(clip) {
  const box = clip.querySelector("noscript");
  if (box === null) return;
  const holder = document.createElement("template");
  holder.innerHTML = box.textContent;
  box.replaceWith(holder.content);
  clip.view = frameView(clip);
}

function frameView(clip) {
  const score = clip.querySelector(".score");
  if (score === null) return null;
  const indices = sampledFrames(score.dataset);
  const fps = Number(score.dataset.fps);
  const times = score.dataset.t === undefined ? indices.map((i) => i / fps) : score.dataset.t.split(",").map(Number);
  const video = clip.querySelector("video");
  const sheet = clip.querySelector("svg.sheet");
  const line = clip.querySelector(".frame-line");
  const marks = [...clip.querySelectorAll(".marks g")];
  const said = [...clip.querySelectorAll(".violations li")];
  const within = (part, at) => Number(part.dataset.a) <= at && at <= Number(part.dataset.b);
  let at = -1;

  const cells = score.querySelector(".cells");
  const letters = [...cells.dataset.l.matchAll(/([a-z])(\\d+)/g)].flatMap(([, letter, n]) => Array(Number(n)).fill(letter));
  cells.setAttribute("role", "group");
  const buttons = indices.map((_, i) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = LABELS[letters[i]]?.[0] ?? "not_found";
    button.tabIndex = i === 0 ? 0 : -1;
    if (said.some((part) => within(part, i))) button.classList.add("bad");
    button.title = words(i);
    button.setAttribute("aria-label", button.title);
    button.addEventListener("click", () => show(i, true));
    return button;
  });
  cells.replaceChildren(...buttons);
  for (const lane of score.querySelectorAll(".hits, .moves")) {
    lane.addEventListener("click", (event) => {
      const box = lane.getBoundingClientRect();
      show(Math.floor(((event.clientX - box.left) / box.width) * indices.length), true);
    });
  }
  for (const part of said) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "goto";
    button.textContent = "show";
    button.setAttribute("aria-label", "show sampled frame " + (Number(part.dataset.a) + 1));
    button.addEventListener("click", () => show(Number(part.dataset.a), true));
    part.prepend(button, " ");
  }

  function words(i) {
    const broken = [...new Set(said.filter((part) => within(part, i)).map((part) => part.querySelector("code").textContent))];
    return "Sampled frame " + (i + 1) + " of " + indices.length + " (source frame " + indices[i] + ", " + times[i].toFixed(2) +
      " s), " + (LABELS[letters[i]]?.[1] ?? "not read") + (broken.length === 0 ? "" : ". Broken here: " + broken.join(", "));
  }

  function mark(i) {
    for (const part of marks) part.classList.toggle("on", within(part, i));
    for (const part of said) part.classList.toggle("on", within(part, i));
    if (sheet !== null) {
      const { columns, w, h } = sheet.dataset;
      sheet.setAttribute("viewBox", [(i % columns) * w, Math.floor(i / columns) * h, w, h].join(" "));
    }
  }

  function show(wanted, isSeeking) {
    const i = Math.max(0, Math.min(indices.length - 1, Math.trunc(wanted)));
    if (Number.isNaN(i) || (i === at && !isSeeking)) return;
    const hadFocus = buttons.includes(document.activeElement);
    if (buttons[at] !== undefined) { buttons[at].removeAttribute("aria-current"); buttons[at].tabIndex = -1; }
    at = i;
    buttons[at].setAttribute("aria-current", "true");
    buttons[0].tabIndex = -1;
    buttons[at].tabIndex = 0;
    if (hadFocus) buttons[at].focus({ preventScroll: true });
    mark(at);
    if (!isSeeking) return;
    line.textContent = words(at);
    if (video === null) return;
    video.pause();
    const step = Number.isNaN(fps) || fps <= 0 ? 0.01 : 0.5 / fps;
    const seek = () => { video.currentTime = Math.min(times[at] + step, video.duration || Infinity); };
    if (video.readyState >= 1) seek();
    else { video.addEventListener("loadedmetadata", seek, { once: true }); video.load(); }
  }

  function sampleAt(time) {
    let i = 0;
    while (i + 1 < times.length && times[i + 1] <= time + 0.001) i += 1;
    return i;
  }
  function track() {
    if (video.paused) return;
    show(sampleAt(video.currentTime), false);
    requestAnimationFrame(track);
  }
  const play = control("Play", () => toggle());
  const steps = [control("\\u2190", () => show(at - 1, true), "frame before"), control("\\u2192", () => show(at + 1, true), "next frame")];
  function control(text, act, label) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    if (label !== undefined) button.setAttribute("aria-label", label);
    button.addEventListener("click", act);
    return button;
  }
  function toggle() {
    if (video === null) return;
    if (video.paused) video.play().catch(() => {});
    else video.pause();
  }
  const transport = document.createElement("div");
  transport.className = "transport";
  line.before(transport);
  transport.append(...(video === null ? [] : [play]), ...steps, line);
  if (video !== null) {
    video.controls = false;
    video.addEventListener("click", toggle);
    video.addEventListener("play", () => { play.textContent = "Pause"; line.textContent = ""; track(); });
    video.addEventListener("pause", () => { play.textContent = "Play"; line.textContent = words(at); });
    video.addEventListener("error", () => { line.textContent = "The clip cannot be played: it is not where the report expects it, or in a form that this browser does not know."; });
  }
  const first = said.length === 0 ? 0 : Number(said[0].dataset.a);
  show(first, true);
  return {
    show,
    at: () => at,
    pause: () => video?.pause(),
    toggle,
  };
}
`;
