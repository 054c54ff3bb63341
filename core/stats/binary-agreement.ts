/** How well a yes-or-no judge agrees with people: accuracy, recall on both classes, their mean. */
import { type CombinedInterval, squareAndAdd } from "./square-and-add.ts";
import { type WilsonInterval, wilsonInterval } from "./wilson.ts";

export type BinaryPair = { readonly human: boolean; readonly judge: boolean };

export type BinaryAgreement = {
  readonly counts: {
    readonly bothYes: number;
    readonly bothNo: number;
    /** The judge says yes where people say no: a false acceptance. */
    readonly onlyJudge: number;
    /** The judge says no where people say yes: a false rejection. */
    readonly onlyHuman: number;
  };
  readonly accuracy: WilsonInterval;
  /** Of what people call yes, the share that the judge calls yes. */
  readonly recallYes: WilsonInterval;
  /** Of what people call no, the share that the judge calls no. */
  readonly recallNo: WilsonInterval;
  /** Mean of both recalls; null while people call nothing yes or nothing no. */
  readonly balancedAccuracy: CombinedInterval | null;
};

/** Wilson intervals for proportions; square-and-add for the mean of the two recalls. */
export function binaryAgreement(pairs: readonly BinaryPair[]): BinaryAgreement {
  const count = (human: boolean, judge: boolean): number =>
    pairs.filter((pair) => pair.human === human && pair.judge === judge).length;
  const bothYes = count(true, true);
  const bothNo = count(false, false);
  const onlyJudge = count(false, true);
  const onlyHuman = count(true, false);
  const recallYes = wilsonInterval(bothYes, bothYes + onlyHuman);
  const recallNo = wilsonInterval(bothNo, bothNo + onlyJudge);
  return {
    counts: { bothYes, bothNo, onlyJudge, onlyHuman },
    accuracy: wilsonInterval(bothYes + bothNo, pairs.length),
    recallYes,
    recallNo,
    balancedAccuracy: meanOf(recallYes, recallNo),
  };
}

function meanOf(a: WilsonInterval, b: WilsonInterval): CombinedInterval | null {
  if (a.rate === null || b.rate === null) return null;
  return squareAndAdd([
    { weight: 0.5, rate: a.rate, low: a.low, high: a.high },
    { weight: 0.5, rate: b.rate, low: b.low, high: b.high },
  ]);
}
