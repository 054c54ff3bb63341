/** Entry of the task layer: the contract, the registry, and surfaces to draw on. */
export { getTask, TASKS } from "./registry.ts";
export { createSurface, type Surface, toPng, toRgba } from "./scene/surface.ts";
export type { AnyTask, ParsedAnswer, RenderOptions, StepResult, Task } from "./task.ts";
export { defineTask } from "./task.ts";
