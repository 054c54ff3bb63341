/** Counted things in words. Pure. */

/** "1 clip", "2 clips", "1,200 clips"; `nouns` where an s does not make the plural. */
export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : nouns}`;
}
