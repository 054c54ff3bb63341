/** Texts that differ in their numbers only, told once. Pure. */

export type Alike = {
  /** The first of them, and how many others there are. */
  readonly text: string;
  /** How often any of them was said. */
  readonly times: number;
};

/** In the order in which the first of each kind came. */
export function foldAlike(texts: readonly string[]): readonly Alike[] {
  const groups = new Map<string, { readonly first: string; readonly all: string[] }>();
  for (const text of texts) {
    const shape = text.replace(/\d+(?:\.\d+)?/g, "0");
    const group = groups.get(shape);
    if (group === undefined) groups.set(shape, { first: text, all: [text] });
    else group.all.push(text);
  }
  return [...groups.values()].map(({ first, all }) => {
    const others = new Set(all).size - 1;
    const rest = others === 0 ? "" : ` (and ${others} more with other numbers)`;
    return { text: `${first}${rest}`, times: all.length };
  });
}
