/**
 * Figures of the rope simulation, as published where nothing else is said. Lengths in world units,
 * times in seconds, masses in particles.
 */

/** Straight pieces of a rope and the particles between which they run. */
export const SEGMENTS = 16;
export const PARTICLES = SEGMENTS + 1;
/** Half the thickness of a rope. */
export const RADIUS = 0.22;
/** Axes of ropes are pushed apart below this distance. */
export const ROPE_DISTANCE = 2 * RADIUS;

const TICKS_PER_SECOND = 60;
export const SUBSTEPS = 16;
export const SUBSTEP_SEC = 1 / TICKS_PER_SECOND / SUBSTEPS;

export const GRAVITY = -0.12;
/** Share of a particle's step that the next one keeps. */
export const FRICTION = 0.9;
/** Share of the sideways step that the ground takes. */
export const GROUND_FRICTION = 0.9;
/** Share of the way to the middle of its neighbours that a particle is pulled. */
export const BENDING = 0.2;
const COMPLIANCE = 1e-4;
/** XPBD's compliance over the squared step. */
export const ALPHA = COMPLIANCE / (SUBSTEP_SEC * SUBSTEP_SEC);
/** Squared steps below this are none. */
export const SLEEP = 2e-6;
/** Longest step that a particle keeps from one substep to the next. */
export const MAX_STEP = RADIUS * 0.9;

/** A rope tightens to this multiple of the straight distance of its ends. */
export const MIN_SLACK = 1.15;
/** Change of a segment's length in a tick. */
export const TIGHTEN_SPEED = 0.008;
/** Ropes nearer than this press on each other; pressed ropes tighten slowly. */
export const PRESSURE_DISTANCE = 2 * ROPE_DISTANCE;
/** Ropes nearer than this do not tighten at all, unless they are pressed hard. */
export const BLOCKING_DISTANCE = 1.3 * ROPE_DISTANCE;

/** Ticks that a new board settles. */
export const START_TICKS = 120;
/** Ticks of a move: up, across, down, then settling. */
export const LIFT_TICKS = 6;
export const CARRY_TICKS = 12;
export const LOWER_TICKS = 6;
export const SETTLE_TICKS = 60;
export const MOVE_TICKS = LIFT_TICKS + CARRY_TICKS + LOWER_TICKS + SETTLE_TICKS;
/** An end is lifted this much above the highest particle of all. */
export const LIFT_CLEARANCE = 1.4;

/**
 * A plug is a post for ropes: how far it stands above its rope's end, and how near the axis of a
 * rope may come to its own. Ours.
 */
export const PLUG_RISE = 0.25;
export const PLUG_REACH = RADIUS + 0.3;
/** Posts reach below the ground, so that nothing slips under them. */
export const POST_BOTTOM = -1;
