/** Short names that tell the runs of one report apart. Pure. */

export type Nameable = {
  readonly name: string;
  readonly task: string;
  readonly generator: string;
  readonly condition: string;
};

/**
 * The generator's id where no other run of the task has the same; else with the condition, else with
 * the run's name, else numbered.
 */
export function labelRuns(runs: readonly Nameable[]): readonly string[] {
  const forms: readonly ((run: Nameable) => string)[] = [
    (run) => run.generator,
    (run) => `${run.generator}, ${run.condition}`,
    (run) => `${run.generator} (${run.name})`,
  ];
  return runs.map((run, index) => {
    const rivals = runs.filter((other, i) => i !== index && other.task === run.task);
    const form = forms.find((say) => rivals.every((other) => say(other) !== say(run)));
    return form === undefined ? `${run.generator} (${run.name}, run ${index + 1})` : form(run);
  });
}
