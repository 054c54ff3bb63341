/**
 * Progress of a long job, for people: a live line on a terminal, else a line every 5 seconds. Never
 * touches stdout, which belongs to results.
 */

/** The part of a stream that is used: `process.stderr` has it. */
export type ProgressStream = {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
};

export type ProgressOptions = {
  /** What is counted, such as "pipe, oracle". */
  readonly label: string;
  readonly total: number;
  /** Items finished earlier: they count, but not for the rate. @default 0 */
  readonly before?: number;
  /** @default process.stderr */
  readonly stream?: ProgressStream;
  /** Milliseconds, monotonic. @default performance.now */
  readonly now?: () => number;
  /** Shortest time between two lines of a log, in milliseconds. @default 5000 */
  readonly logEveryMs?: number;
};

export type Progress = {
  /** Counts one finished item. */
  readonly advance: (by?: number) => void;
  /** Says what is going on, in a few words; "" for nothing. */
  readonly describe: (activity: string) => void;
  /** Prints a line of its own that stays. */
  readonly note: (line: string) => void;
  /** Prints the final count. Further calls do nothing. */
  readonly finish: () => void;
};

const LOG_EVERY_MS = 5000;
/** Shortest time between two redraws of the live line: 10 a second are enough for an eye. */
const REDRAW_EVERY_MS = 100;
const DEFAULT_COLUMNS = 80;

/** Starts reporting. Prints nothing before the first item, description or note. */
export function createProgress(options: ProgressOptions): Progress {
  const stream: ProgressStream = options.stream ?? process.stderr;
  const now = options.now ?? (() => performance.now());
  const live = stream.isTTY === true;
  const everyMs = live ? REDRAW_EVERY_MS : (options.logEveryMs ?? LOG_EVERY_MS);
  const startMs = now();
  let lastMs = live ? Number.NEGATIVE_INFINITY : startMs;
  const before = options.before ?? 0;
  let done = 0;
  let activity = "";
  let finished = false;

  const compose = (): string => {
    const seconds = (now() - startMs) / 1000;
    const rate = seconds > 0 && done > 0 ? `, ${formatRate(done / seconds)}` : "";
    const tail = activity === "" ? "" : `: ${activity}`;
    return `${options.label}: ${before + done}/${options.total}${rate}${tail}`;
  };
  const print = (text: string, lasting: boolean): void => {
    if (!live) {
      stream.write(`${text}\n`);
      return;
    }
    // A terminal that does not know its width says 0.
    const reported = stream.columns ?? 0;
    const columns = reported > 1 ? reported : DEFAULT_COLUMNS;
    const line = lasting ? text : text.slice(0, columns - 1);
    stream.write(`\r\u001b[2K${line}${lasting ? "\n" : ""}`);
  };
  const update = (): void => {
    if (finished || now() - lastMs < everyMs) return;
    lastMs = now();
    print(compose(), false);
  };

  return {
    advance: (by = 1) => {
      done += by;
      update();
    },
    describe: (text) => {
      activity = text;
      update();
    },
    note: (line) => {
      if (!finished) print(line, true);
    },
    finish: () => {
      if (finished) return;
      activity = "";
      print(compose(), true);
      finished = true;
    },
  };
}

/** "2.5 a second" from one a second up, else "4.0 s each". */
function formatRate(perSecond: number): string {
  return perSecond >= 1
    ? `${perSecond.toFixed(1)} a second`
    : `${(1 / perSecond).toFixed(1)} s each`;
}
