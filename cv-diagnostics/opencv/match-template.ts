/** Normalised template matching, the one OpenCV operation the judge uses. */
import type { LumaImage } from "../image/working-frame.ts";
import { guardOpenCv, loadOpenCv, type Mat } from "./load.ts";

export type TemplateMatch = {
  /** Zero-mean normalised correlation, -1..1. */
  readonly score: number;
  /** Top-left corner of the best place, in pixels of the image. */
  readonly xPx: number;
  readonly yPx: number;
};

/**
 * Finds the best place of each template in one image (TM_CCOEFF_NORMED).
 * Templates larger than the image, or without any contrast, give score -1.
 */
export function matchTemplates(
  image: LumaImage,
  templates: readonly LumaImage[],
): readonly TemplateMatch[] {
  const cv = loadOpenCv();
  return guardOpenCv("matchTemplate", () => {
    const toMat = (luma: LumaImage): Mat => {
      const mat = new cv.Mat(luma.heightPx, luma.widthPx, cv.CV_8UC1);
      mat.data.set(luma.data);
      return mat;
    };
    const imageMat = toMat(image);
    try {
      return templates.map((template) => {
        if (template.widthPx > image.widthPx || template.heightPx > image.heightPx) {
          return { score: -1, xPx: 0, yPx: 0 };
        }
        const templateMat = toMat(template);
        const result = new cv.Mat();
        try {
          cv.matchTemplate(imageMat, templateMat, result, cv.TM_CCOEFF_NORMED);
          const { maxVal, maxLoc } = cv.minMaxLoc(result);
          const score = Number.isFinite(maxVal) && Math.abs(maxVal) <= 1.001 ? maxVal : -1;
          return { score, xPx: maxLoc.x, yPx: maxLoc.y };
        } finally {
          templateMat.delete();
          result.delete();
        }
      });
    } finally {
      imageMat.delete();
    }
  });
}
