/** The deadline that Replicate keeps for a prediction, as its `Cancel-After` header wants it. Pure. */

const MIN_SEC = 5;

/**
 * Such as "30m", "1h30m45s", "5s"; whole seconds, rounded up, never below the 5 s that are allowed.
 * The server counts from the creation of the prediction, so that waiting in its queue counts too.
 */
export function formatCancelAfter(deadlineMs: number): string {
  const total = Math.max(MIN_SEC, Math.ceil(deadlineMs / 1000));
  const [hours, minutes, seconds] = [
    Math.floor(total / 3600),
    Math.floor(total / 60) % 60,
    total % 60,
  ];
  return [
    hours > 0 ? `${hours}h` : "",
    minutes > 0 ? `${minutes}m` : "",
    seconds > 0 ? `${seconds}s` : "",
  ].join("");
}
