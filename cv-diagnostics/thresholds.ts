/**
 * Every number that decides a reading or a verdict, in one place. Changing one bumps
 * `DIAGNOSTICS_VERSION`. Lengths are in board units (one cell), angles in degrees, times in seconds:
 * none depends on the resolution of a clip. They were chosen on tuning seeds and reported on others.
 */

/** Enters every verdict and every work key. */
export const DIAGNOSTICS_VERSION = "1";

/** Finding and following the board. Correlations are zero-mean and normalised, -1..1. */
export const BOARD_THRESHOLDS = Object.freeze({
  /** At or above this no other placement is tried. */
  surelyFoundCorrelation: 0.9,
  /** Below this the board is not found in the frame. */
  foundCorrelation: 0.6,
  /** Luma contrast relative to the rendered board below which nothing is read (a fade to black). */
  minContrastRatio: 0.12,
  /** Least pixels of a decoded frame to one board unit: readers sample 32 to the unit. */
  minReadingPitchPx: 32,
  /** Share of the board that must lie inside the picture. */
  minVisibleRatio: 0.6,
});

/** Reading one pipe cell. */
export const PIPE_READ_THRESHOLDS = Object.freeze({
  /** Residual of the best explanation, in units of one end piece's squared coverage. */
  maxResidual: 0.3,
  /**
   * The same for an empty cell: compression leaves under 0.01, noise of 20 levels under 0.06, a piece
   * smeared or faded until no other explanation fits more than this.
   */
  maxEmptyResidual: 0.12,
  /** Least relative advantage over the best different explanation. */
  minConfidence: 0.35,
  /** Least ratio of the errors without and with the source's hub, or the other way round. */
  minHubMarginRatio: 1.15,
  /** The same kind turned by at least this much counts as a different explanation. */
  rivalAngleDeg: 30,
  /** A piece this near to a quarter turn is at rest; readings are good to about two degrees. */
  restAngleDeg: 12,
  /** Share of one paint among the pipe's samples that decides its colour. */
  colourShare: 0.65,
  /** Samples nearer to the centre belong to the hub, which may differ in colour. In cells. */
  colourInnerRadius: 0.17,
});

/** Labels of frames by the share of cells that could be read. */
export const LABEL_THRESHOLDS = Object.freeze({
  partialRatio: 0.85,
  degradedRatio: 0.5,
});

/** How much may go unread before a check is undetermined. */
export const EVIDENCE_THRESHOLDS = Object.freeze({
  /** Share of the frames or transitions of one check. */
  maxUnreadRatio: 0.1,
});

/** Checks on the motion of pipe cells. */
export const PIPE_MOTION_THRESHOLDS = Object.freeze({
  /** Backward turn that is more than an error of reading. Degrees. */
  maxBackwardDeg: 25,
  /** Turn between neighbouring observations from which a backward turn is dated. Degrees. */
  onsetDeg: 8,
  /** A turn between two consecutive source frames may exceed a quarter by this much. Degrees. */
  quarterToleranceDeg: 25,
  /** Turns smaller than this between two observations are no motion. Degrees. */
  stillDeg: 12,
  /** Two cells that each turn by this much between consecutive frames both moved. Degrees. */
  jointTurnDeg: 30,
  /** Total turn of all cells between consecutive frames beyond a quarter: two moves in one. Degrees. */
  jointToleranceDeg: 40,
  /** A turn seen only before and after may have this long an unread middle. Seconds. */
  maxUnseenTurnSec: 0.3,
  /** A piece that rests this long away from a quarter turn has stopped there. Seconds. */
  restOffQuarterSec: 0.75,
  /** Colours may follow a move this late: models fade them. Seconds. */
  colourLagSec: 0.25,
  /** A frame is sharp when this share of the pieces that are not moving could be read. */
  sharpRatio: 0.8,
});

/** Reading one One Stroke frame. Shares are of the way from slab to stroke in the red channel. */
export const STROKE_READ_THRESHOLDS = Object.freeze({
  /** A stretch with at least this share is drawn. */
  drawnShare: 0.52,
  /** Nearer to the limit than this, a stretch is in doubt. */
  doubtMargin: 0.1,
  /** An edge with more doubtful stretches than this is unread: a growing end needs two. */
  maxDoubtfulBins: 3,
  /** Fewer drawn stretches are the rim of a joint or of the cursor, not a stroke. */
  minDrawnBins: 2,
  /** Stretches of an edge that its end joint hides, and that a peg hides. Twelfths of an edge. */
  jointBins: 2,
  pegBins: 4,
  /** Farthest that a patch may be from the nearest known colour, in RGB. */
  maxColourDistance: 48,
  /** Least relative advantage over the second nearest colour. */
  minColourAdvantage: 0.3,
  /** A peg is much more saturated than stroke or slab: difference of red and green levels. */
  pegDifference: 40,
  /** Share of stroke at both corners of a cell that makes a diagonal. */
  diagonalShare: 0.75,
  /** What a corner must have gained over the bare board, where a patch may reach over it. */
  diagonalRise: 0.45,
});

/** Checks on the growth of a stroke. Shares of one edge. */
export const STROKE_MOTION_THRESHOLDS = Object.freeze({
  /** Growth between two consecutive frames that one move explains, reading error included. */
  maxGrowth: 1.4,
  /** A loose piece, a hole or a diagonal counts when it lasts this long. Seconds. */
  lastingSec: 0.25,
  /** Smaller changes of an edge are reading error. */
  movingShare: 0.12,
});
