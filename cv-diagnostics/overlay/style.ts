/** Colours of overlays: readable over dark and light boards, and apart for colour-blind eyes. */
export const OVERLAY_COLOURS = {
  grid: "rgba(255,255,255,0.35)",
  read: "#ffffff",
  moving: "#ffd23f",
  unread: "#ff9f1c",
  violation: "#ff4d6d",
  panel: "#11151d",
  text: "#e8edf5",
  dim: "#93a1b8",
  ok: "#3ddc84",
} as const;
