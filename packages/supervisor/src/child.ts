/** Structured logging, in pino's format, so that pino fits as is. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** How to tell a hanging child from a busy one. */
export interface Heartbeat {
  /** Whether it responds at all; no response within `everyMs` counts as none. */
  answers(): Promise<boolean>
  readonly everyMs: number
  /** How many checks in a row may fail before it is killed and restarted. */
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
  /** The child's entire environment: nothing is inherited, so that it does not get the parent's secrets. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Folders that it gets open, from descriptor 3 on: it need not be allowed to pass through those above them. */
  readonly folders?: readonly string[]
  /** The user to switch to if the parent is root. */
  readonly uid?: number
  readonly gid?: number
  /** Runs before every start: creates folders, stops or adopts what a killed parent left behind. */
  prepare?(): Promise<void>
  /** Whether it responds; called until true or `startTimeoutMs`. */
  ready(): Promise<boolean>
  /** Asked for as long as it runs, once it was ready. */
  readonly heartbeat?: Heartbeat
  readonly stopSignal: NodeJS.Signals
  readonly stopTimeoutMs: number
  readonly startTimeoutMs: number
}
