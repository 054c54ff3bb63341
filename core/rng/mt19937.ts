/**
 * The seeded random generator of the project: MT19937 with the draws of CPython's `random.Random`,
 * so that published boards can be rebuilt from their seeds. Owns number streams only; what is drawn
 * with them belongs to the caller.
 */
import { createHash } from "node:crypto";
import { describeMismatch, ProbeError } from "../errors.ts";

/** A stream of draws. Each call moves the stream on; two streams of one seed are equal. */
export type Rng = {
  /** Uniform integer in 0..2^32-1: the generator's raw output. */
  nextUint32(): number;
  /**
   * Uniform integer in 0..n-1: the top bit_length(n) bits of an output, redrawn while >= n.
   * @throws ProbeError when n is not an integer in 1..2^32-1
   */
  below(n: number): number;
  /** Uniform integer in a..b, both ends included. @throws ProbeError when b < a */
  randint(a: number, b: number): number;
  /** One item, each as likely. @throws ProbeError when there is none */
  choice<T>(items: readonly T[]): T;
  /** Uniform real in [0, 1) with 53 random bits; two outputs are spent. */
  real(): number;
  /** `k` different items in the order drawn. @throws ProbeError when k exceeds their number */
  sample<T>(items: readonly T[], k: number): T[];
  /** The items in random order, as a new array. */
  shuffle<T>(items: readonly T[]): T[];
};

const STATE_WORDS = 624;
const SHIFT_WORDS = 397;
const MATRIX = 0x9908b0df;
/** Seed of the state that init_by_array starts from, as in mt19937ar. */
const ARRAY_SEED = 19650218;
const WORD_BITS = 32n;
const WORD_MASK = 0xffffffffn;

/**
 * The stream of `random.Random(seed)`: init_by_array over the seed's 32-bit words, lowest first.
 * @param seed integer of 0 or more; numbers must be safe integers
 * @throws ProbeError when the seed is negative or not an integer
 */
export function createMt19937(seed: number | bigint): Rng {
  if (typeof seed === "number" && !Number.isSafeInteger(seed)) {
    throw new ProbeError("internal", describeMismatch("seed", "a safe integer", seed));
  }
  let rest = BigInt(seed);
  if (rest < 0n) {
    throw new ProbeError("internal", describeMismatch("seed", "an integer of 0 or more", rest));
  }
  const words: number[] = [];
  do {
    words.push(Number(rest & WORD_MASK));
    rest >>= WORD_BITS;
  } while (rest > 0n);
  return initByArray(words);
}

/** A stream named by a text: init_by_array over the eight big-endian words of its sha256. */
export function rngFromText(text: string): Rng {
  const digest = createHash("sha256").update(text, "utf8").digest();
  const words: number[] = [];
  for (let at = 0; at < digest.length; at += 4) words.push(digest.readUInt32BE(at));
  return initByArray(words);
}

/** The reference `init_genrand`: seeds from one 32-bit word. */
export function initGenrand(seed: number): Rng {
  return createStream(genrandState(seed));
}

/** The reference `init_by_array`: seeds from any number of 32-bit words, at least one. */
export function initByArray(key: readonly number[]): Rng {
  const state = genrandState(ARRAY_SEED);
  const at = (index: number): number => state[index] ?? 0;
  let i = 1;
  let j = 0;
  for (let k = Math.max(STATE_WORDS, key.length); k > 0; k--) {
    const mixed = Math.imul(at(i - 1) ^ (at(i - 1) >>> 30), 1664525);
    state[i] = (at(i) ^ mixed) + (key[j] ?? 0) + j;
    i++;
    j++;
    if (i >= STATE_WORDS) {
      state[0] = at(STATE_WORDS - 1);
      i = 1;
    }
    if (j >= key.length) j = 0;
  }
  for (let k = STATE_WORDS - 1; k > 0; k--) {
    const mixed = Math.imul(at(i - 1) ^ (at(i - 1) >>> 30), 1566083941);
    state[i] = (at(i) ^ mixed) - i;
    i++;
    if (i >= STATE_WORDS) {
      state[0] = at(STATE_WORDS - 1);
      i = 1;
    }
  }
  state[0] = 0x80000000;
  return createStream(state);
}

function genrandState(seed: number): Uint32Array {
  const state = new Uint32Array(STATE_WORDS);
  state[0] = seed;
  for (let i = 1; i < STATE_WORDS; i++) {
    const before = state[i - 1] ?? 0;
    state[i] = Math.imul(before ^ (before >>> 30), 1812433253) + i;
  }
  return state;
}

function twist(state: Uint32Array): void {
  for (let k = 0; k < STATE_WORDS; k++) {
    const next = state[(k + 1) % STATE_WORDS] ?? 0;
    const mixed = ((state[k] ?? 0) & 0x80000000) | (next & 0x7fffffff);
    const far = state[(k + SHIFT_WORDS) % STATE_WORDS] ?? 0;
    state[k] = far ^ (mixed >>> 1) ^ ((mixed & 1) === 0 ? 0 : MATRIX);
  }
}

function createStream(state: Uint32Array): Rng {
  let spent = STATE_WORDS;

  function nextUint32(): number {
    if (spent >= STATE_WORDS) {
      twist(state);
      spent = 0;
    }
    let y = state[spent++] ?? 0;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    y ^= y >>> 18;
    return y >>> 0;
  }

  function below(n: number): number {
    if (!Number.isInteger(n) || n < 1 || n > 0xffffffff) {
      throw new ProbeError("internal", describeMismatch("n", "an integer in 1..2^32-1", n));
    }
    const unusedBits = Math.clz32(n);
    let drawn = nextUint32() >>> unusedBits;
    while (drawn >= n) drawn = nextUint32() >>> unusedBits;
    return drawn;
  }

  function choice<T>(items: readonly T[]): T {
    return items[below(items.length)] as T;
  }

  function real(): number {
    const high = nextUint32() >>> 5;
    const low = nextUint32() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  function sample<T>(items: readonly T[], k: number): T[] {
    const n = items.length;
    if (!Number.isInteger(k) || k < 0 || k > n) {
      throw new ProbeError("internal", describeMismatch("k", `an integer in 0..${n}`, k));
    }
    if (n <= poolLimit(k)) {
      const pool = [...items];
      return Array.from({ length: k }, (_, i) => {
        const j = below(n - i);
        const taken = pool[j] as T;
        pool[j] = pool[n - i - 1] as T;
        return taken;
      });
    }
    const chosen = new Set<number>();
    return Array.from({ length: k }, () => {
      let j = below(n);
      while (chosen.has(j)) j = below(n);
      chosen.add(j);
      return items[j] as T;
    });
  }

  function shuffle<T>(items: readonly T[]): T[] {
    const mixed = [...items];
    for (let i = mixed.length - 1; i > 0; i--) {
      const j = below(i + 1);
      const kept = mixed[i] as T;
      mixed[i] = mixed[j] as T;
      mixed[j] = kept;
    }
    return mixed;
  }

  return {
    nextUint32,
    below,
    randint: (a, b) => a + below(b - a + 1),
    choice,
    real,
    sample,
    shuffle,
  };
}

/** Largest population for which CPython samples from a pool instead of redrawing repeats. */
function poolLimit(k: number): number {
  return k > 5 ? 21 + 4 ** Math.ceil(Math.log(k * 3) / Math.log(4)) : 21;
}
