/** The part of proper-lockfile 4 that is used; the package comes without types. */
declare module "proper-lockfile" {
  export type LockOptions = {
    /** Age in milliseconds from which a lock without updates counts as abandoned. */
    readonly stale?: number;
    /** Milliseconds between updates of the lock's modification time. */
    readonly update?: number;
    /** Folder that stands for the lock. */
    readonly lockfilePath?: string;
    readonly onCompromised?: (error: Error) => void;
  };
  /** Resolves to a function that releases; rejects with code ELOCKED when the lock is held. */
  export function lock(file: string, options?: LockOptions): Promise<() => Promise<void>>;
}
