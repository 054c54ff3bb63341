/** What people say of a clip, from one or more of them. Pure. */
import type { Rating } from "./match-key.ts";

/** The answer of more than half of those asked; undefined when there is none. */
export function majority<T extends string>(answers: readonly T[]): T | undefined {
  return answers.find(
    (answer) => 2 * answers.filter((other) => other === answer).length > answers.length,
  );
}

export type Decision = "accept" | "reject" | "undecided";

/**
 * Whether a rater finds a process-valid success: the end readable, the goal reached, no check broken.
 * One clear no rejects, whatever cannot be told besides; an unreadable end counts as a failure, as in
 * the judge's own headline.
 */
export function decisionOf({ answers }: Pick<Rating, "answers">): Decision {
  const given = Object.entries(answers).filter(([id]) => id !== "reading");
  if (given.some(([, answer]) => answer === "no" || answer === "broken")) return "reject";
  return given.some(([, answer]) => answer === "cannot_tell") ? "undecided" : "accept";
}

/** Ratings by item, in the order of their first appearance. */
export function byItem(ratings: readonly Rating[]): readonly (readonly Rating[])[] {
  const groups = new Map<string, Rating[]>();
  for (const rating of ratings) {
    const group = groups.get(rating.item.item);
    if (group === undefined) groups.set(rating.item.item, [rating]);
    else group.push(rating);
  }
  return [...groups.values()];
}
