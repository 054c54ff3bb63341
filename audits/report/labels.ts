/** Short names that tell the runs of one report apart. Pure. */
import type { RunConfig } from "../../core/schema/run.ts";

/** Id of the generator of a run without an imagined clip. */
export const NO_GENERATOR = "none";

/** Whose run it is: "wan2.2" where the clip is the policy, "gpt-5.6 with wan2.2" where an agent plays. */
export function playerOf({ agent, generator }: Pick<RunConfig, "agent" | "generator">): string {
  if (agent === undefined) return generator.id;
  const { id } = agent.reasoner;
  return generator.id === NO_GENERATOR ? id : `${id} with ${generator.id}`;
}

export type Nameable = {
  readonly name: string;
  readonly task: string;
  /** As `playerOf` says. */
  readonly player: string;
  readonly condition: string;
};

/**
 * The player where no other run of the task has the same; else with the condition, else with
 * the run's name, else numbered.
 */
export function labelRuns(runs: readonly Nameable[]): readonly string[] {
  const forms: readonly ((run: Nameable) => string)[] = [
    (run) => run.player,
    (run) => `${run.player}, ${run.condition}`,
    (run) => `${run.player} (${run.name})`,
  ];
  return runs.map((run, index) => {
    const rivals = runs.filter((other, i) => i !== index && other.task === run.task);
    const form = forms.find((say) => rivals.every((other) => say(other) !== say(run)));
    return form === undefined ? `${run.player} (${run.name}, run ${index + 1})` : form(run);
  });
}
