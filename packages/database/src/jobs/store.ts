import type { Clock } from '@tillsight/core'
import type { Db } from 'pg-boss'
import type { JobProgress, JobState, JobView } from './definition.ts'

/** How a job that has not started is shown. */
export interface JobEntry {
  readonly jobId: string
  readonly queue: string
  readonly key: string | null
  readonly label: string
}

/** Our own statements about jobs, beside pg-boss's. */
export interface JobStore {
  add(entry: JobEntry): Promise<void>
  /** Records the start of an attempt. */
  begin(entry: JobEntry): Promise<void>
  /** Saves the progress; returns the job's state in its queue. */
  progress(jobId: string, progress: JobProgress): Promise<string | undefined>
  note(jobId: string, message: string): Promise<void>
  /** The queues, including pg-boss's own, with a job that is due. */
  listDueQueues(): Promise<ReadonlySet<string>>
  findQueue(jobId: string): Promise<string | undefined>
  isWaiting(queue: string, key: string | null): Promise<boolean>
  /**
   * Restores a running job to its state before this attempt, immediately or after a delay; also a job that was taken for dead
   * because its heartbeat did not reach the database.
   */
  putBack(jobId: string, afterSeconds: number): Promise<void>
  /** Puts back every running job: right only when no worker is alive. Answers how many. */
  putBackAll(): Promise<number>
  /** Queues an ended job again, with all its attempts; false for one that has not ended. */
  retry(jobId: string): Promise<boolean>
  /** Makes the following failure the last one. */
  forbidRetry(jobId: string): Promise<void>
  announceCancel(jobId: string): Promise<void>
  find(jobId: string): Promise<JobView | undefined>
  list(limit: number): Promise<JobView[]>
  /** Forgets the progress of jobs that pg-boss has deleted. */
  prune(): Promise<void>
}

/** The notification that a job was cancelled; its payload is the job's id. */
export const cancelChannel = 'tillsight_job_cancelled'

const states: Readonly<Record<string, JobState>> = {
  created: 'waiting',
  retry: 'retrying',
  active: 'running',
  completed: 'completed',
  cancelled: 'cancelled',
  failed: 'failed',
}

const viewColumns = `j.id, j.name, j.state::text, j.retry_count::int, j.singleton_key, j.created_on, j.start_after, j.started_on,
  j.completed_on, p.label, coalesce(p.done, 0) AS done, p.total, p.baseline, p.message, p.started_at, p.updated_at`

const ours = `j.name NOT LIKE '\\_\\_pgboss\\_\\_%'`

interface JobRow {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly retry_count: number
  readonly singleton_key: string | null
  readonly created_on: Date
  readonly start_after: Date
  readonly started_on: Date | null
  readonly completed_on: Date | null
  readonly label: string | null
  readonly done: number
  readonly total: number | null
  readonly baseline: number | null
  readonly message: string | null
  readonly started_at: Date | null
  readonly updated_at: Date | null
}

/** Statements on `job_progress` and on pg-boss's table of jobs (its release is pinned, and so are these columns). */
export function createJobStore(db: Db, clock: Clock): JobStore {
  const run = (text: string, values: unknown[] = []) => db.executeSql(text, values)
  const views = async (text: string, values: unknown[]): Promise<JobView[]> => {
    // Safe, because every caller selects `viewColumns`.
    const rows: readonly JobRow[] = (await run(text, values)).rows
    return rows.map(toView)
  }
  return {
    async add({ jobId, queue, key, label }) {
      await run('INSERT INTO job_progress (job_id, queue, key, label) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
        jobId,
        queue,
        key,
        label,
      ])
    },
    async begin({ jobId, queue, key, label }) {
      await run(
        `INSERT INTO job_progress (job_id, queue, key, label, baseline, started_at) VALUES ($1, $2, $3, $4, 0, $5)
         ON CONFLICT (job_id) DO UPDATE SET baseline = job_progress.done, started_at = $5, updated_at = NULL, message = NULL`,
        [jobId, queue, key, label, clock.now()],
      )
    },
    async progress(jobId, { done, total, message }) {
      const { rows } = await run(
        `UPDATE job_progress SET done = $2, total = $3, message = $4, updated_at = $5, baseline = least(baseline, $2)
         WHERE job_id = $1 RETURNING (SELECT state::text FROM pgboss.job j WHERE j.id = job_id AND j.name = queue) AS state`,
        [jobId, done, total, message ?? null, clock.now()],
      )
      return textOf(rows[0]?.state)
    },
    async note(jobId, message) {
      await run('UPDATE job_progress SET message = $2 WHERE job_id = $1', [jobId, message])
    },
    ...waitingJobs(run),
    async putBack(jobId, afterSeconds) {
      await run(
        `UPDATE pgboss.job SET ${waitingAgain('$2')} WHERE id = $1 AND state IN ('active', 'retry', 'failed')`,
        [jobId, afterSeconds],
      )
    },
    async putBackAll() {
      const { rows } = await run(
        `UPDATE pgboss.job j SET ${waitingAgain('0')} WHERE state = 'active' AND ${ours} RETURNING 1`,
      )
      return rows.length
    },
    async retry(jobId) {
      const { rows } = await run(
        `UPDATE pgboss.job SET ${waitingAgain('0')}, retry_count = 0, output = NULL, keep_until = now() + interval '14 days'
         WHERE id = $1 AND state IN ('failed', 'cancelled', 'retry') RETURNING 1`,
        [jobId],
      )
      return rows.length > 0
    },
    async forbidRetry(jobId) {
      await run('UPDATE pgboss.job SET retry_limit = retry_count WHERE id = $1', [jobId])
    },
    async announceCancel(jobId) {
      await run('SELECT pg_notify($1, $2)', [cancelChannel, jobId])
    },
    async find(jobId) {
      const found = await views(
        `SELECT ${viewColumns} FROM pgboss.job j LEFT JOIN job_progress p ON p.job_id = j.id WHERE j.id = $1`,
        [jobId],
      )
      return found[0]
    },
    list: (limit) =>
      views(
        `SELECT ${viewColumns} FROM pgboss.job j LEFT JOIN job_progress p ON p.job_id = j.id WHERE ${ours}
         ORDER BY (j.state < 'completed') DESC, j.created_on DESC, j.id LIMIT $1`,
        [limit],
      ),
    async prune() {
      await run('DELETE FROM job_progress p WHERE NOT EXISTS (SELECT 1 FROM pgboss.job j WHERE j.id = p.job_id)')
    },
  }
}

type Run = (text: string, values?: unknown[]) => Promise<{ rows: readonly Readonly<Record<string, unknown>>[] }>

/** Queries for waiting jobs. */
function waitingJobs(run: Run): Pick<JobStore, 'listDueQueues' | 'findQueue' | 'isWaiting'> {
  return {
    async listDueQueues() {
      const { rows } = await run(
        `SELECT DISTINCT j.name FROM pgboss.job j WHERE j.state < 'active' AND NOT j.blocked AND j.start_after <= now()
           AND (j.group_id IS NULL OR NOT EXISTS (
             SELECT 1 FROM pgboss.job a WHERE a.name = j.name AND a.state = 'active' AND a.group_id = j.group_id))`,
      )
      return new Set(rows.map(({ name }) => String(name)))
    },
    async findQueue(jobId) {
      const { rows } = await run('SELECT name FROM pgboss.job WHERE id = $1', [jobId])
      return textOf(rows[0]?.name)
    },
    async isWaiting(queue, key) {
      const { rows } = await run(
        `SELECT 1 FROM pgboss.job WHERE name = $1 AND state = 'created' AND singleton_key IS NOT DISTINCT FROM $2 LIMIT 1`,
        [queue, key],
      )
      return rows.length > 0
    },
  }
}

function waitingAgain(afterSeconds: string): string {
  return `state = 'created', started_on = NULL, completed_on = NULL, heartbeat_on = NULL, start_after = now() + ${afterSeconds} * interval '1 second'`
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function toView(row: JobRow): JobView {
  const state = states[row.state] ?? 'failed'
  const ratePerSecond = rateOf(row)
  const left = row.total === null ? null : Math.max(0, row.total - row.done)
  const canEstimate =
    state === 'running' && left !== null && ratePerSecond !== null && ratePerSecond > 0 && row.updated_at !== null
  return {
    id: row.id,
    queue: row.name,
    key: row.singleton_key,
    label: row.label ?? row.name,
    state,
    done: row.done,
    total: row.total,
    message: row.message,
    ratePerSecond,
    estimatedEndAt: canEstimate ? new Date((row.updated_at?.getTime() ?? 0) + (left / ratePerSecond) * 1000) : null,
    retries: row.retry_count,
    createdAt: row.created_on,
    startAfter: row.start_after,
    startedAt: row.started_on,
    endedAt: row.completed_on,
  }
}

function rateOf({ done, baseline, started_at: startedAt, updated_at: updatedAt }: JobRow): number | null {
  if (startedAt === null || updatedAt === null || baseline === null) return null
  const seconds = (updatedAt.getTime() - startedAt.getTime()) / 1000
  return seconds > 0 ? (done - baseline) / seconds : null
}
