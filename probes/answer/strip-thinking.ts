/**
 * What a model said after thinking. Servers that do not keep thoughts apart leave them in the text,
 * between tags; what is thought is no answer, whatever it looks like.
 */

const TAG = /<(\/?)(think|thinking|thought|reasoning)>/gi;

/**
 * The text outside of thoughts. A closing tag without an opening one ends a thought that began with
 * the text (templates of some servers open it themselves); an opening one without a closing one
 * begins a thought that was cut off.
 */
export function stripThinking(text: string): string {
  const kept: string[] = [];
  let from = 0;
  let isThinking = false;
  for (const tag of text.matchAll(TAG)) {
    const isEnd = tag[1] === "/";
    if (!isEnd && !isThinking) kept.push(text.slice(from, tag.index));
    if (isEnd && !isThinking) kept.length = 0;
    isThinking = !isEnd;
    from = tag.index + tag[0].length;
  }
  if (!isThinking) kept.push(text.slice(from));
  return kept.join(" ").trim();
}
