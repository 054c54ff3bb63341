import { describe, expect, it } from "vitest";
import { getTask } from "../tasks/registry.ts";
import { executePlan } from "./world.ts";

const pipe = getTask("pipe");
const instance = pipe.generate("easy", 1);
const plan = pipe.solve(pipe.initialState(instance)) ?? [];

describe("executePlan", () => {
  it("reaches the goal with the solver's plan and stops there", () => {
    expect(executePlan(pipe, instance, [...plan, ...plan])).toEqual({
      steps: plan.length,
      illegal: 0,
      success: true,
    });
  });

  it("counts illegal and unreadable actions as steps that change nothing", () => {
    const noise = [{ x: 99, y: 0 }, "left"];
    expect(executePlan(pipe, instance, [...noise, ...plan])).toEqual({
      steps: plan.length + 2,
      illegal: 2,
      success: true,
    });
  });

  it("ends when the budget is spent", () => {
    const noise = Array.from({ length: instance.actionBudget }, () => ({ x: 99, y: 0 }));
    expect(executePlan(pipe, instance, [...noise, ...plan])).toEqual({
      steps: instance.actionBudget,
      illegal: instance.actionBudget,
      success: false,
    });
  });

  it("does nothing without a plan", () => {
    expect(executePlan(pipe, instance, null)).toEqual({ steps: 0, illegal: 0, success: false });
    expect(executePlan(pipe, instance, [])).toEqual({ steps: 0, illegal: 0, success: false });
  });
});
