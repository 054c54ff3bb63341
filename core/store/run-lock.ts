/**
 * One writer per run folder. Owns taking, refusing and taking over the lock: a lock whose process is
 * dead on this machine is taken over at once, any other after a minute without a sign of life.
 */
import { readFileSync } from "node:fs";
import { readFile, rmdir, stat, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { lock } from "proper-lockfile";
import { z } from "zod";
import { StoreError } from "../errors.ts";
import { fsErrorCode, toStoreError } from "./fs-errors.ts";

export type RunLock = { readonly release: () => Promise<void> };

export type RunLockOptions = {
  /** Told when another process has taken the lock away: the run must stop writing. */
  readonly onLost: (error: StoreError) => void;
  /** Age from which a lock without updates is abandoned. @default 60000 */
  readonly staleMs?: number;
};

/** Judging keeps the event loop busy for seconds: a lock must outlive that. */
const STALE_MS = 60_000;
const TAKEOVER_STALE_MS = 5_000;

/** Who holds a lock. `folder` tells the lock of this record from a later one of the same name. */
const ownerSchema = z.strictObject({
  pid: z.number().int().positive(),
  host: z.string(),
  since: z.string(),
  folder: z.string(),
});
type Owner = z.infer<typeof ownerSchema>;

/**
 * Locks a run folder, which must exist.
 *
 * @throws StoreError when another process works in this folder
 */
export async function lockRun(runPath: string, options: RunLockOptions): Promise<RunLock> {
  const lockPath = join(runPath, ".lock");
  const ownerPath = join(runPath, ".lock-owner.json");
  const attempt = (): Promise<() => Promise<void>> =>
    lock(runPath, {
      lockfilePath: lockPath,
      stale: options.staleMs ?? STALE_MS,
      onCompromised: (error) =>
        options.onLost(new StoreError(`lost the lock of ${runPath}`, { cause: error })),
    });

  let release: () => Promise<void>;
  try {
    release = await attempt();
  } catch (first) {
    if (fsErrorCode(first) !== "ELOCKED") throw toStoreError(first, runPath, "a lockable folder");
    if (!(await takeOver(runPath, lockPath, ownerPath))) throw await refusal(runPath, ownerPath);
    try {
      release = await attempt();
    } catch {
      throw await refusal(runPath, ownerPath);
    }
  }
  const owner: Owner = {
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    folder: (await identify(lockPath)) ?? "",
  };
  await writeFile(ownerPath, `${JSON.stringify(owner)}\n`).catch(() => undefined);
  return {
    release: async () => {
      await unlink(ownerPath).catch(() => undefined);
      await release();
    },
  };
}

/** Removes the lock of a dead process, one taker at a time. True when the way may be free. */
async function takeOver(runPath: string, lockPath: string, ownerPath: string): Promise<boolean> {
  if (!(await isAbandoned(lockPath, ownerPath))) return false;
  let done: () => Promise<void>;
  try {
    done = await lock(runPath, {
      lockfilePath: `${lockPath}-takeover`,
      stale: TAKEOVER_STALE_MS,
      onCompromised: () => undefined,
    });
  } catch {
    return false;
  }
  try {
    if (await isAbandoned(lockPath, ownerPath)) await rmdir(lockPath).catch(() => undefined);
    return true;
  } finally {
    await done().catch(() => undefined);
  }
}

async function isAbandoned(lockPath: string, ownerPath: string): Promise<boolean> {
  const owner = await readOwner(ownerPath);
  if (owner === undefined || owner.host !== hostname()) return false;
  return owner.folder === (await identify(lockPath)) && !isAlive(owner.pid);
}

async function readOwner(ownerPath: string): Promise<Owner | undefined> {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(ownerPath, "utf8")));
  } catch {
    return undefined;
  }
}

async function identify(lockPath: string): Promise<string | undefined> {
  try {
    const info = await stat(lockPath, { bigint: true });
    return `${info.ino}-${info.birthtimeNs}`;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return fsErrorCode(error) === "EPERM";
  }
}

/** Ended, and waiting for a parent that may never ask: usual in containers. Linux only. */
function isZombie(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    // "pid (name) state ...": the name may hold brackets of its own.
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    return /^[ZX]/.test(status.slice(status.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}

async function refusal(runPath: string, ownerPath: string): Promise<StoreError> {
  const owner = await readOwner(ownerPath);
  const who = owner === undefined ? "another process" : `process ${owner.pid} on ${owner.host}`;
  return new StoreError(
    `expected a run folder that nobody writes to but received ${runPath}, in use by ${who}. ` +
      "Wait for it to end, or choose another folder with --out",
    { context: { run: runPath, ...(owner === undefined ? {} : { pid: owner.pid }) } },
  );
}
