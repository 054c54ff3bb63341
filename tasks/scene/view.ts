/** Fits a published page into any picture size. Owns placement on the pixel grid, not the drawing. */
import { describeMismatch, UsageError } from "../../core/errors.ts";

/** Where a page of fixed size lies in a picture. */
export type Placement = {
  /** Picture pixels per page pixel. */
  readonly scale: number;
  /** Top-left corner of the page in the picture; negative never, the page is contained. */
  readonly leftPx: number;
  readonly topPx: number;
};

/** The largest centred placement that shows the whole page. Sizes in pixels. */
export function containPage(
  pageWidthPx: number,
  pageHeightPx: number,
  widthPx: number,
  heightPx: number,
): Placement {
  const scale = Math.min(widthPx / pageWidthPx, heightPx / pageHeightPx);
  return {
    scale,
    leftPx: (widthPx - scale * pageWidthPx) / 2,
    topPx: (heightPx - scale * pageHeightPx) / 2,
  };
}

/**
 * The requested camera, or the first one.
 * @throws UsageError when the task has no such camera, or none at all
 */
export function chooseView(views: readonly string[], requested: string | undefined): string {
  const view = requested ?? views[0];
  if (view === undefined || !views.includes(view)) {
    throw new UsageError(
      describeMismatch("view", `one of ${views.join(", ")}`, requested, "Choose a listed view."),
    );
  }
  return view;
}
