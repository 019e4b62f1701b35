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
  /** One job per key at a time, e.g. per connection; others of the key wait. */
  exclusiveBy?(payload: P): string
  /** For people: what this job is doing. */
  label(payload: P): string
  /** Jobs of this kind that one process runs at once; 2 unless told. */
  readonly concurrency?: number
}

/** What a running job has at hand. */
export interface JobContext {
  readonly jobId: string
  /**
   * Aborted when the job is cancelled or out of time, or this process shuts down. A handler that stops early must
   * throw (`signal.throwIfAborted()`): one that returns is done.
   */
  readonly signal: AbortSignal
  /** Shows how far it is; throws when the job was cancelled meanwhile. `total` null: unknown. */
  readonly progress: (progress: JobProgress) => Promise<void>
}

/** Counts in the same unit; they go on from where an earlier attempt stopped. */
export interface JobProgress {
  readonly done: number
  readonly total: number | null
  readonly message?: string
}

/** `waiting` for its turn or time, `retrying` after a failed attempt. */
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
  /** What it does now, or why the last attempt failed. */
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
  /** Queues nothing, and answers null, when a job of the same key already waits for its turn. */
  readonly unlessWaiting?: boolean
}

/** When a job recurs: a cron expression of five fields, read on the clock of an IANA zone. */
export interface Schedule {
  readonly cron: string
  readonly zone: string
}

/** Does one job; repeated after a failure or a killed process, so it continues from a checkpoint of its own. */
export type JobHandler<P> = (payload: P, context: JobContext) => Promise<void>

/** Background work that survives restarts. */
export interface Jobs {
  /** Lets this process do jobs of this kind. */
  handle<P extends object>(definition: JobDefinition<P>, handler: JobHandler<P>): Promise<void>
  /** Answers the job's id. Throws `invalid_input` for a payload that does not fit. Needs `start`. */
  enqueue<P extends object>(definition: JobDefinition<P>, payload: P, options?: EnqueueOptions): Promise<string | null>
  /** Queues a job at these times; one schedule per key of `exclusiveBy`, replaced by the next call. */
  schedule<P extends object>(definition: JobDefinition<P>, payload: P, times: Schedule): Promise<void>
  /** Ends the schedule of the payload's key. */
  unschedule<P extends object>(definition: JobDefinition<P>, payload: P): Promise<void>
  /** Wherever it runs, its signal is aborted. Throws `not_found`; does nothing to a job that has ended. */
  cancel(jobId: string): Promise<void>
  find(jobId: string): Promise<JobView | undefined>
  /** Unfinished jobs and the latest finished ones, the newest first. */
  list(): Promise<JobView[]>
  /** Connects; with handlers, begins to work. */
  start(): Promise<void>
  /** Running jobs are aborted and queued again to continue later. May be called twice. */
  stop(): Promise<void>
}

/** How quickly things are noticed, in seconds. */
export interface JobTiming {
  /** A worker silent for this long is taken for dead, at least 10. */
  readonly heartbeatSeconds: number
  /** How often dead workers are looked for. */
  readonly checkSeconds: number
  /** How often all queues together are looked at for jobs whose time has come: nothing announces that. */
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
}
