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

/**
 * Reading ropes. Chromaticities are shares of red and green in a colour's sum, 0..1 each; lengths
 * are in hole spacings: a rope is 0.2 wide, a plug 0.27 to 0.32.
 */
export const ROPE_READ_THRESHOLDS = Object.freeze({
  /** Nearer than this to a rope's colour is the rope's. */
  sameChroma: 0.055,
  /** The same where nothing else fits. */
  nearChroma: 0.11,
  /** How far from the line between two colours a blend of them may lie. */
  blendChroma: 0.035,
  /** Share of the rope in a blend with the ground from which it is the rope's. */
  blendShare: 0.4,
  /** Nearer than this to the ground's or the holes' colour is ground. */
  groundChroma: 0.035,
  /** A colour that is no rope's and at least this far from the ground is foreign. */
  foreignChroma: 0.09,
  /** Share of the difference by which a colour is learnt from a frame, and how far in all. */
  learningRate: 0.3,
  maxDrift: 0.09,
  /** Share of a plug's disc and rim that must have its rope's colour; a rope's own are at most 0.75. */
  minPlugScore: 0.78,
  /** Less is enough of the rim at a hole, when the rope leaves to one side only. */
  minHolePlugScore: 0.62,
  /** The same for plugs where none belongs. */
  minExtraPlugScore: 0.86,
  /** An end this near to a hole's centre stands in it. */
  holeReach: 0.2,
  /** Area of a rope's colour below which the rope is not there; a rope of one spacing has 0.2. */
  absentArea: 0.05,
  /** Farther than this from the line, a sample of the rope's colour is not explained by it. */
  explainedReach: 0.17,
  /** Unexplained stretches of at least this area are drawn, not read wrongly. */
  minExtraArea: 0.03,
  /** A rope is read when its line explains this share of its samples and hides no more than that. */
  minExplainedRatio: 0.8,
  /** Length of bare ground along a line that makes a gap. */
  minGapLength: 0.14,
  /** Share of the samples at a crossing that the upper rope must have. */
  clearMajority: 0.68,
  /** Area of a foreign colour that makes a rope. */
  minForeignArea: 0.12,
  /** Share of the expected difference between hole and ground that makes a hole. */
  minHoleContrast: 0.45,
  /** Less clear than this, colours that are not found may be there: half a fade to grey has 0.55. */
  minClarity: 0.6,
});

/**
 * Checks on ropes: what lasts, what rests, what passes. Lengths in hole spacings, times in seconds.
 * Figures of the simulation are over rollouts of all tiers with seeds below 10000.
 */
export const ROPE_MOTION_THRESHOLDS = Object.freeze({
  /** A fault of single frames counts when it lasts this long: three steps of 16 frames a second. */
  lastingSec: 0.18,
  /** A rope may go untraced this long: carried ends blur. */
  maxUnreadSec: 0.35,

  /** Frames of this stretch, so many at most, may confirm or correct the first one. */
  startSec: 0.2,
  startFrames: 4,

  /** An end that stays this near to one place rests. Readings are good to about 0.03. */
  restReach: 0.08,
  /** Least duration of a rest in a hole, and of one beside holes, where carrying may be slow. */
  minRestSec: 0.12,
  floatSec: 0.3,
  /** How far a rest beside holes may drift. */
  driftReach: 0.05,
  /** An end that goes evenly over a hole by at least this much passes it. */
  passReach: 0.15,
  /** Farther than this from its old and its new place an end is in flight. */
  awayReach: 0.15,
  /** The same of one that comes back: a plug that is covered in part is seen up to 0.2 beside its place. */
  returnReach: 0.35,
  /** Samples between which an end moved by this need the frames in between. */
  movedReach: 0.6,

  /** A jump between two frames at most this far apart was not carried: a published carry takes 0.4. */
  maxJumpSec: 0.1,
  /** Moves that mostly follow each other faster than this may have no frame in flight. */
  fastMoveSec: 0.35,
  /** An end whose plug is not seen this long, with nothing over it, has no plug. */
  hiddenPlugSec: 0.5,
  /** Ropes nearer than this to an end may cover it. */
  coverReach: 0.45,

  /** Least sizes of gaps in a rope, of drawn pieces beside it, and of ropes in a foreign colour. */
  minGap: 0.12,
  minExtra: 0.2,
  minForeign: 0.4,
  /** A stray hole this near to a missing one is that hole, moved. */
  movedHoleReach: 1,

  /** A rope of which no part goes farther than this between two observations has settled. */
  stillReach: 0.06,
  /** Growth of a settled rope that nothing moves, as a ratio and as a length: both must be exceeded. */
  maxGrowthRatio: 1.2,
  minGrowth: 0.25,
  /**
   * The same of growth within so many seconds: a simulated rope that others press on, or that they set
   * free, lets out 0.17 in a third of a second.
   */
  fastGrowthSec: 0.75,
  fastGrowthRatio: 1.12,
  minFastGrowth: 0.2,
  /** A grown rope is dated by the first growth beyond this ratio. */
  onsetGrowthRatio: 1.05,
  /** A simulated rope tightens to this multiple of the straight distance of its ends. */
  slackRatio: 1.15,
  /**
   * A settled rope may exceed the longest that it ever was, or `slackRatio` times its ends' distance, by
   * this ratio; simulated ones reach 1.001.
   */
  settledLengthRatio: 1.08,
  /** The same while it is moved, and that much more; simulated ones are dragged to 1.8, by 1.5. */
  movedLengthRatio: 1.5,
  movedLengthExtra: 1.6,
  /** Ropes nearer than this touch: their axes are 0.2 apart when they do. */
  touchReach: 0.32,

  /** In a view that shows the height of one spacing farther off than this, ropes are not measured. */
  slantReach: 0.1,

  /** Two crossings of a pair that enclose less than this depth are one touch. */
  minLensDepth: 0.1,
  /** Crossings with one and with the other rope over are tight when nearer to each other than this. */
  tightReach: 0.42,
  /** Two crossings with opposite signs nearer than this are misread: ropes side by side are 0.2 apart. */
  hairpinReach: 0.12,
  /** Two crossings that enclose more than this depth are no touch. */
  deepLens: 0.3,
  /** Where an end lies this near to the other rope, on which side it lies cannot be told. */
  sideReach: 0.12,
  /** An end this near to the other rope may have passed it. Simulated passes come within 0.15. */
  passingReach: 0.35,
  /** The same of ropes of which none is carried. */
  surePassReach: 0.2,
  /** An end that comes as near as this to a rope may push it to either side, and pass it twice. */
  pushReach: 0.25,
  /** How far lines or ends go between two looks at a pass. */
  passStep: 0.15,
  /** Ropes shift this long before an end is seen to leave, and after it has come down. */
  liftSec: 0.35,
  settleSec: 1.2,
  /**
   * An end over its hole, seen from above as if it stood there, may take this long to come down, and
   * this share of its flight: a published one takes half.
   */
  lowerSec: 0.4,
  lowerShare: 1.2,
  /** Over and under may go untold this long without hiding a flip. */
  maxUntoldSec: 0.7,
});
