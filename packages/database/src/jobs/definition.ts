import type { Clock } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import type { z } from 'zod'

/** A kind of background work; `name` is its queue. */
export interface JobDefinition<P extends object> {
  /** Letters, digits, `-`, `_`, `.` and `/`. */
  readonly name: string
  /** Parsed when a job is queued and again when it runs. */
  readonly payload: z.ZodType<P>
  /** Further attempts after a failure; the delay doubles each time, with some chance in it. */
  readonly retry: { readonly limit: number; readonly delaySeconds: number; readonly backoff: true }
  /** How long one attempt may take, up to a day; a job that goes on is retried and continues from its checkpoint. */
  readonly expireInSeconds: number
  /** Jobs with the same key run one at a time, e.g. per connection. */
  exclusiveBy?(payload: P): string
  /** What this job does, as display text. */
  label(payload: P): string
  /** How many jobs of this kind one process runs at once; defaults to 2. */
  readonly concurrency?: number
}

/** The context of a running job. */
export interface JobContext {
  readonly jobId: string
  /**
   * Aborted when the job is cancelled or out of time, or this process shuts down. A handler that stops early must
   * throw (`signal.throwIfAborted()`): one that returns is done.
   */
  readonly signal: AbortSignal
  /** Reports progress; throws if the job was cancelled meanwhile. `total` null: unknown. */
  readonly progress: (progress: JobProgress) => Promise<void>
}

/** Counts in one unit; they continue from where an earlier attempt stopped. */
export interface JobProgress {
  readonly done: number
  readonly total: number | null
  readonly message?: string
}

/** `waiting`: queued or delayed; `retrying`: after a failed attempt. */
export type JobState = 'waiting' | 'retrying' | 'running' | 'completed' | 'cancelled' | 'failed'

/** A job as shown to people. */
export interface JobView {
  readonly id: string
  readonly queue: string
  readonly key: string | null
  readonly label: string
  readonly state: JobState
  readonly done: number
  readonly total: number | null
  /** Its current step, or why the last attempt failed. */
  readonly message: string | null
  /** Of the current attempt; null when nothing was measured. */
  readonly ratePerSecond: number | null
  readonly estimatedEndAt: Date | null
  /** Failed attempts so far. */
  readonly retries: number
  readonly createdAt: Date
  /** When it may run: later than now for delayed jobs and between attempts. */
  readonly startAfter: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
}

/** When to queue. */
export interface EnqueueOptions {
  readonly startAfter?: Date
  /** Queues nothing, and returns null, if a job with the same key is already waiting. */
  readonly unlessWaiting?: boolean
}

/** When a job recurs: a cron expression of five fields, read on the clock of an IANA zone. */
export interface Schedule {
  readonly cron: string
  readonly zone: string
}

/** Does one job; repeated after a failure or a killed process, so it continues from a checkpoint of its own. */
export type JobHandler<P> = (payload: P, context: JobContext) => Promise<void>

/** Background jobs that survive restarts. */
export interface Jobs {
  /** Makes this process run jobs of this kind. */
  handle<P extends object>(definition: JobDefinition<P>, handler: JobHandler<P>): Promise<void>
  /** Returns the job's id. Throws `invalid_input` for an invalid payload. Requires `start`. */
  enqueue<P extends object>(definition: JobDefinition<P>, payload: P, options?: EnqueueOptions): Promise<string | null>
  /** Queues a job at these times; one schedule per key of `exclusiveBy`, replaced by the next call. */
  schedule<P extends object>(definition: JobDefinition<P>, payload: P, times: Schedule): Promise<void>
  /** Ends the schedule of the payload's key. */
  unschedule<P extends object>(definition: JobDefinition<P>, payload: P): Promise<void>
  /** Aborts the job's signal, wherever it runs. Throws `not_found`; does nothing for a job that has ended. */
  cancel(jobId: string): Promise<void>
  /** Queues a job again that failed, was cancelled or waits for its next attempt. Throws `not_found`, and `conflict` for any other. */
  retry(jobId: string): Promise<void>
  find(jobId: string): Promise<JobView | undefined>
  /** Unfinished jobs and the latest finished ones, the newest first. */
  list(): Promise<JobView[]>
  /** Connects; with handlers, starts working. */
  start(): Promise<void>
  /** Running jobs are aborted and queued again to continue later. May be called twice. */
  stop(): Promise<void>
}

/** Intervals in seconds. */
export interface JobTiming {
  /** A worker silent for this long counts as dead; at least 10. */
  readonly heartbeatSeconds: number
  /** How often to look for dead workers. */
  readonly checkSeconds: number
  /** How often all queues together are checked for due jobs, because nothing announces those. */
  readonly pollSeconds: number
  /** How long `stop` waits for running jobs. */
  readonly stopTimeoutSeconds: number
}

/** Where the jobs are kept. */
export interface JobsOptions {
  readonly url: string
  readonly log: Log
  readonly clock: Clock
  readonly timing?: Partial<JobTiming>
  /** For how long an unused connection is kept; 10 s by default. */
  readonly keptMs?: number | undefined
}
