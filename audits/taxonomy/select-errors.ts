/** Which wrong answers are classified: at most so many of each generator and task, at random. Pure. */
import { rngFromText } from "../../core/rng/mt19937.ts";
import type { Candidate } from "../spot-check/candidates.ts";
import type { AskedQuestion } from "../spot-check/questions.ts";
import { inOrder, type Sample } from "../spot-check/select-sample.ts";

export const CATEGORY_QUESTION: AskedQuestion = {
  id: "error_category",
  kind: "error_category",
  text: "What went wrong first?",
  hint: "This answer was not accepted. The categories stand in the order of causes: choose the first that fits.",
};

/**
 * A wrong answer is a judged clip that is no process-valid success. Every one of a generator and task is
 * as likely to be drawn, so that the shares of the sample stand for all of them.
 *
 * @param n most of each generator and task, 1 or more
 */
export function selectErrors(
  candidates: readonly Candidate[],
  { n, seed }: { readonly n: number; readonly seed: number },
): Sample {
  const wrong = inOrder(candidates).filter(({ verdict }) => !verdict.processValidSuccess);
  const groups = new Map<string, Candidate[]>();
  for (const candidate of wrong) {
    const name = `${candidate.task} / ${candidate.generator}`;
    groups.set(name, [...(groups.get(name) ?? []), candidate]);
  }
  const drawn = [...groups].map(([name, members]) => ({
    name,
    size: members.length,
    task: members[0]?.task ?? "",
    generator: members[0]?.generator ?? "",
    members: rngFromText(`topoprobe errors ${seed} ${name}`).sample(
      members,
      Math.min(n, members.length),
    ),
  }));
  return {
    items: drawn.flatMap(({ name, members }) =>
      members.map((candidate) => ({ candidate, stratum: name })),
    ),
    strata: drawn.map(({ name, task, generator, size, members }) => ({
      ...{ name, task, generator, size },
      taken: members.length,
    })),
  };
}
