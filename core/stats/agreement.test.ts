/** Kappas, alpha and the binary measures against textbook examples, and where they are undefined. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binaryAgreement } from "./binary-agreement.ts";
import { cohenKappa } from "./cohen-kappa.ts";
import { fleissKappa } from "./fleiss-kappa.ts";
import { krippendorffAlpha } from "./krippendorff-alpha.ts";
import { squareAndAdd } from "./square-and-add.ts";

/** A table of counts as pairs: row = first rater, column = second. */
function pairsOf(table: readonly (readonly number[])[]): [string, string][] {
  return table.flatMap((row, a) =>
    row.flatMap((times, b) =>
      Array.from({ length: times }, (): [string, string] => [`${a}`, `${b}`]),
    ),
  );
}

/** A table of units by categories as ratings. */
function ratingsOf(table: readonly (readonly number[])[]): string[][] {
  return table.map((row) =>
    row.flatMap((times, category) => Array.from({ length: times }, () => `${category}`)),
  );
}

/** Raters' rows, "." for missing, as units. */
function unitsOf(...rows: readonly string[]): string[][] {
  const raters = rows.map((row) => row.split(" "));
  return (raters[0] ?? []).map((_, unit) =>
    raters.flatMap((values) => {
      const value = values[unit];
      return value === undefined || value === "." ? [] : [value];
    }),
  );
}

describe("cohenKappa", () => {
  it("Cohen 1960: 200 patients, 3 categories, agreement below chance", () => {
    // po = .25 + .02 + .02 = .29; pe = .5*.4 + .3*.3 + .2*.3 = .35; (.29 - .35) / .65 = -.0923.
    const { value, units } = cohenKappa(
      pairsOf([
        [50, 26, 24],
        [24, 4, 32],
        [6, 30, 4],
      ]),
    );
    expect(units).toBe(200);
    expect(value).toBeCloseTo(-0.0923, 4);
  });

  it("Cohen 1960: 200 patients, agreement above chance", () => {
    // po = 140/200 = .70; pe = .5*.6 + .3*.3 + .2*.1 = .41; .29 / .59 = .4915. R's psych prints .49.
    expect(
      cohenKappa(
        pairsOf([
          [88, 10, 2],
          [14, 40, 6],
          [18, 10, 12],
        ]),
      ).value,
    ).toBeCloseTo(0.4915, 4);
  });

  it.each([
    ["nothing rated", [], { value: null, units: 0, reason: "no_units" }],
    [
      "all equal, one word",
      [
        ["y", "y"],
        ["y", "y"],
      ],
      { value: null, units: 2, reason: "no_variation" },
    ],
    [
      "all equal, two words",
      [
        ["y", "y"],
        ["n", "n"],
      ],
      { value: 1, units: 2 },
    ],
    // po = 0, pe = 0: two raters who each use one word, never the same.
    [
      "one word each, never the same",
      [
        ["y", "n"],
        ["y", "n"],
      ],
      { value: 0, units: 2 },
    ],
    // po = 0, pe = 1/2: (0 - 1/2) / (1/2).
    [
      "always the opposite",
      [
        ["y", "n"],
        ["n", "y"],
      ],
      { value: -1, units: 2 },
    ],
  ] as const)("%s", (_, pairs, expected) => {
    expect(cohenKappa(pairs)).toEqual(expected);
  });
});

/**
 * Fleiss 1971, table 1: 30 patients, 6 psychiatrists each; depression, personality disorder,
 * schizophrenia, neurosis, other. The paper and R's irr (kappam.fleiss(diagnoses)) give 0.430.
 */
const DIAGNOSES = `
0 0 0 6 0/0 3 0 0 3/0 1 4 0 1/0 0 0 0 6/0 3 0 3 0/2 0 4 0 0/0 0 4 0 2/2 0 3 1 0/2 0 0 4 0/0 0 0 0 6
1 0 0 5 0/1 1 0 4 0/0 3 3 0 0/1 0 0 5 0/0 2 0 3 1/0 0 5 0 1/3 0 0 1 2/5 1 0 0 0/0 2 0 4 0/1 0 2 0 3
0 0 0 0 6/0 1 0 5 0/0 2 0 1 3/2 0 0 4 0/1 0 0 4 1/0 5 0 1 0/4 0 0 0 2/0 2 0 4 0/1 0 5 0 0/0 0 0 0 6
`
  .trim()
  .split(/[/\n]/)
  .map((row) => row.split(" ").map(Number));

describe("fleissKappa", () => {
  it("Fleiss 1971: 30 patients, 6 raters", () => {
    // Column sums 26, 26, 30, 55, 43 of 180: Pe = .2200; P = .5556; kappa = .430.
    expect(DIAGNOSES).toHaveLength(30);
    expect(fleissKappa(ratingsOf(DIAGNOSES)).value).toBeCloseTo(0.43, 3);
  });

  it.each([
    // irr's detail output: one category against all others.
    [0, 0.245],
    [1, 0.245],
    [2, 0.52],
    [3, 0.471],
    [4, 0.566],
  ])("Fleiss 1971: category %i against the rest is %d", (category, kappa) => {
    const split = DIAGNOSES.map((row) => [row[category] ?? 0, 6 - (row[category] ?? 0)]);
    expect(fleissKappa(ratingsOf(split)).value).toBeCloseTo(kappa, 3);
  });

  it("10 subjects, 14 raters: 0.210, as in the encyclopaedia's worked example and statsmodels", () => {
    const table = [
      [0, 0, 0, 0, 14],
      [0, 2, 6, 4, 2],
      [0, 0, 3, 5, 6],
      [0, 3, 9, 2, 0],
      [2, 2, 8, 1, 1],
      [7, 7, 0, 0, 0],
      [3, 2, 6, 3, 0],
      [2, 5, 3, 2, 2],
      [6, 5, 2, 1, 0],
      [0, 2, 2, 3, 7],
    ];
    // P = .378, Pe = .213: .165 / .787.
    expect(fleissKappa(ratingsOf(table)).value).toBeCloseTo(0.20993, 5);
  });

  it("is undefined for nothing and for one word, 1 for all equal in two words", () => {
    expect(fleissKappa([])).toEqual({ value: null, units: 0, reason: "no_units" });
    expect(fleissKappa([["y", "y"]])).toEqual({ value: null, units: 1, reason: "no_variation" });
    expect(
      fleissKappa([
        ["y", "y"],
        ["n", "n"],
      ]).value,
    ).toBe(1);
  });

  it.each([[[["y"]]], [[["y", "n"], ["y"]]]])("refuses %j", (units) => {
    expect(() => fleissKappa(units)).toThrow(/same number of ratings/);
  });
});

describe("krippendorffAlpha", () => {
  it("Krippendorff 2011, A: binary, two observers, 10 units: 0.095", () => {
    // Do = 8 of 20 coincidences, De = 2*14*6/19: 1 - 19*8/(2*14*6) = 1 - 152/168 = .0952.
    const units = unitsOf("0 1 0 0 0 0 0 0 1 0", "1 1 1 0 0 1 0 0 0 0");
    expect(krippendorffAlpha(units).value).toBeCloseTo(16 / 168, 10);
  });

  it("Krippendorff 2011, B: nominal, two observers, 12 units: 0.692", () => {
    const units = unitsOf("a a b b d c c c e d d a", "b a b b b c c c e d d d");
    expect(krippendorffAlpha(units).value).toBeCloseTo(0.692, 3);
  });

  it("Krippendorff 2011, C: four observers, 12 units, missing values: 0.743", () => {
    // 0.743421 in the PyPI package krippendorff. The last unit has one value and is left out.
    const units = unitsOf(
      "1 2 3 3 2 1 4 1 2 . . .",
      "1 2 3 3 2 2 4 1 2 5 . 3",
      ". 3 3 3 2 3 4 2 2 5 1 .",
      "1 2 3 3 2 4 4 1 2 5 1 .",
    );
    const { value, units: used } = krippendorffAlpha(units);
    expect(used).toBe(11);
    expect(value).toBeCloseTo(0.743421, 6);
  });

  it.each([
    ["nothing", [], { value: null, units: 0, reason: "no_units" }],
    ["one rater", [["y"], ["n"]], { value: null, units: 0, reason: "no_units" }],
    ["one word", [["y", "y"], ["y"]], { value: null, units: 1, reason: "no_variation" }],
    [
      "all equal",
      [
        ["y", "y"],
        ["n", "n"],
      ],
      { value: 1, units: 2 },
    ],
  ] as const)("%s", (_, units, expected) => {
    expect(krippendorffAlpha(units)).toEqual(expected);
  });

  it("never exceeds 1, and does not depend on the order of raters or units", () => {
    const word = fc.constantFrom("a", "b", "c");
    fc.assert(
      fc.property(fc.array(fc.array(word, { maxLength: 5 }), { maxLength: 12 }), (units) => {
        const { value } = krippendorffAlpha(units);
        const turned = krippendorffAlpha([...units].reverse().map((unit) => [...unit].reverse()));
        if (value === null) expect(turned.value).toBeNull();
        else {
          expect(value).toBeLessThanOrEqual(1 + 1e-12);
          expect(turned.value).toBeCloseTo(value, 10);
        }
      }),
    );
  });
});

const pairs = (human: boolean, judge: boolean, times: number) =>
  Array.from({ length: times }, () => ({ human, judge }));

describe("binaryAgreement", () => {
  it("the published scorability gate: 77.8 % accurate, 54.0 % balanced", () => {
    // 180 clips: 42 unscorable, 4 of them rejected; 138 scorable, 2 of them rejected.
    // 140/180 = .778; 4/42 = .095; 136/138 = .986; (.0952 + .9855) / 2 = .540.
    const result = binaryAgreement([
      ...pairs(true, true, 136),
      ...pairs(true, false, 2),
      ...pairs(false, true, 38),
      ...pairs(false, false, 4),
    ]);
    expect(result.counts).toEqual({ bothYes: 136, bothNo: 4, onlyJudge: 38, onlyHuman: 2 });
    expect(result.accuracy.rate).toBeCloseTo(0.778, 3);
    expect(result.recallNo.rate).toBeCloseTo(0.095, 3);
    expect(result.recallYes.rate).toBeCloseTo(0.986, 3);
    expect(result.balancedAccuracy?.value).toBeCloseTo(0.54, 3);
    // Wilson 4/42: .0376 to .2207, 136/138: .9487 to .9960. Half of sqrt(.0576^2 + .0368^2) = .0342
    // below, half of sqrt(.1255^2 + .0105^2) = .0630 above.
    expect(result.balancedAccuracy?.low).toBeCloseTo(0.506, 3);
    expect(result.balancedAccuracy?.high).toBeCloseTo(0.603, 3);
  });

  it("has no balanced accuracy while one class is empty", () => {
    const result = binaryAgreement(pairs(true, true, 3));
    expect(result.balancedAccuracy).toBeNull();
    expect(result.recallNo).toEqual({ rate: null, n: 0, low: 0, high: 1 });
    expect(result.accuracy.rate).toBe(1);
    expect(binaryAgreement([]).accuracy).toEqual({ rate: null, n: 0, low: 0, high: 1 });
  });
});

describe("squareAndAdd", () => {
  it("adds the squares of weighted distances", () => {
    // 10*.5 + 4*.25 = 6; below sqrt((10*.3)^2 + (4*.1)^2) = sqrt(9.16); above sqrt((10*.4)^2 + (4*.3)^2).
    const result = squareAndAdd([
      { weight: 10, rate: 0.5, low: 0.2, high: 0.9 },
      { weight: 4, rate: 0.25, low: 0.15, high: 0.55 },
    ]);
    expect(result.value).toBeCloseTo(6, 10);
    expect(result.low).toBeCloseTo(6 - Math.sqrt(9.16), 10);
    expect(result.high).toBeCloseTo(6 + Math.sqrt(17.44), 10);
    expect(squareAndAdd([])).toEqual({ value: 0, low: 0, high: 0 });
  });
});
