/** Structured log lines; pino's shape, so that pino fits as it is. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** How a child that runs but hangs is told from one that is busy. */
export interface Heartbeat {
  /** Whether it gives any answer at all; no answer in `everyMs` counts as none. */
  answers(): Promise<boolean>
  readonly everyMs: number
  /** How often in a row it may give none before it is killed and started again. */
  readonly patience: number
}

/**
 * How to run one child process and how to know that it works.
 * Its stdin is a pipe that only the parent holds: end of input means that the parent is gone, even by `kill -9`,
 * and the child must exit then.
 */
export interface ChildSpec {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** The whole environment of the child: nothing is inherited, so that the parent's secrets stay with it. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Folders that it gets open, from descriptor 3 on: it need not be allowed to pass through those above them. */
  readonly folders?: readonly string[]
  /** Identity to drop to when the parent is root. */
  readonly uid?: number
  readonly gid?: number
  /** Runs before every start: creates folders, stops or adopts what a killed parent left behind. */
  prepare?(): Promise<void>
  /** Whether it answers; probed until true or `startTimeoutMs`. */
  ready(): Promise<boolean>
  /** Asked for as long as it runs, once it was ready. */
  readonly heartbeat?: Heartbeat
  readonly stopSignal: NodeJS.Signals
  readonly stopTimeoutMs: number
  readonly startTimeoutMs: number
}
