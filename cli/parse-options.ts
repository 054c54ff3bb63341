/** Texts of options -> values, refused with what was expected. */
import { InvalidArgumentError } from "commander";
import { TIERS, type Tier } from "../core/schema/common.ts";

/** Largest side of a picture that is asked for, in pixels: 8K. */
const MAX_SIDE_PX = 7680;

/** An integer of at least `min`. */
export function integerFrom(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`;
    throw new InvalidArgumentError(`expected an integer, ${range}, but received "${text}".`);
  };
}

/** A number above 0. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError(`expected a number above 0 but received "${text}".`);
}

/** A number of 0 or more: 0 is a value. */
export function nonNegativeNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError(`expected a number of 0 or more but received "${text}".`);
}

export type Size = { readonly widthPx: number; readonly heightPx: number };

/** "832x480"; both sides even, as H.264 in 4:2:0 needs. */
export function parseSize(text: string): Size {
  const match = /^(\d{1,5})x(\d{1,5})$/.exec(text);
  const widthPx = Number(match?.[1]);
  const heightPx = Number(match?.[2]);
  const isSide = (side: number): boolean => side >= 64 && side <= MAX_SIDE_PX && side % 2 === 0;
  if (isSide(widthPx) && isSide(heightPx)) return { widthPx, heightPx };
  throw new InvalidArgumentError(
    `expected WIDTHxHEIGHT, such as 832x480, both even and 64 to ${MAX_SIDE_PX}, but received "${text}".`,
  );
}

/** One tier, several with commas, or "all"; in the order of the tiers. */
export function parseTiers(text: string): readonly Tier[] {
  if (text === "all") return TIERS;
  const asked = text.split(",");
  if (asked.every((name) => TIERS.some((tier) => tier === name))) {
    return TIERS.filter((tier) => asked.includes(tier));
  }
  throw new InvalidArgumentError(`expected easy, medium, hard or all but received "${text}".`);
}

/** A number of frames, or "all". */
export function parseSampling(text: string): number | "all" {
  return text === "all" ? "all" : integerFrom(1, 100_000)(text);
}
