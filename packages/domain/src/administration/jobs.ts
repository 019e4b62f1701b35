import { AppError } from '@tillsight/core'
import { type ListedJobRow, listJobKinds, searchJobs } from '@tillsight/database'
import { z } from 'zod'
import { recordInstallation } from '../audit/index.ts'
import { type AdminContext, adminVerb, ListInput, pageRows, partOf, toPlainText } from './context.ts'

/** How a job stands, and what the queue calls it. */
const queueStates = {
  waiting: ['created'],
  retrying: ['retry'],
  running: ['active'],
  failed: ['failed'],
  cancelled: ['cancelled'],
  completed: ['completed'],
} as const

/** How a job stands. */
export const jobStates = ['waiting', 'retrying', 'running', 'failed', 'cancelled', 'completed'] as const
type JobStateName = (typeof jobStates)[number]

const Kind = z.object({
  kind: z.string(),
  waiting: z.number(),
  retrying: z.number(),
  running: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  completed: z.number(),
  oldestDue: z.iso.datetime().nullable(),
})

const JobRow = z.object({
  id: z.string(),
  kind: z.string(),
  label: z.string(),
  state: z.enum(jobStates),
  done: z.number(),
  total: z.number().nullable(),
  /** What it does now, or why its last attempt failed. */
  message: z.string().nullable(),
  retries: z.number(),
  createdAt: z.iso.datetime(),
  startAfter: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
})

/** Kinds of jobs with how many stand how, and the jobs of a kind and state. */
export const listJobs = adminVerb({
  name: 'admin.jobs',
  access: 'read',
  input: ListInput.extend({
    kind: z.string().max(100).nullable().default(null),
    state: z.enum(jobStates).nullable().default(null),
  }),
  output: z.object({ kinds: z.array(Kind), items: z.array(JobRow), total: z.number(), pageRows: z.number() }),
  async run({ queries, clock }: AdminContext, { kind, state, ...input }) {
    const [kinds, { rows, total }] = await Promise.all([
      listJobKinds(queries, clock.now()),
      searchJobs(queries, { ...partOf(input), kind, states: state && queueStates[state] }),
    ])
    const shown = kinds.map((one) => ({ ...one, oldestDue: one.oldestDue?.toISOString() ?? null }))
    return { kinds: shown, items: rows.map(toRow), total, pageRows }
  },
})

function toRow(row: ListedJobRow): z.infer<typeof JobRow> {
  return {
    ...row,
    label: toPlainText(row.label),
    state: stateOf(row.state),
    message: row.message && toPlainText(row.message),
    createdAt: row.createdAt.toISOString(),
    startAfter: row.startAfter.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}

function stateOf(text: string): JobStateName {
  return jobStates.find((state) => queueStates[state].some((name) => name === text)) ?? 'failed'
}

const Count = z.object({ jobs: z.number() })
const unfinished = ['created', 'retry', 'active']
const mostAtOnce = 10_000

/** Queues a job again that failed or was cancelled, with all its attempts. Throws `not_found`, and `conflict` for any other. */
export const retryJob = onJob('admin.retry_job', {
  states: ['failed', 'cancelled'],
  refusal: 'This job has not ended, or it is done.',
  work: (jobs, job) => jobs.retry(job),
})

/** Cancels a job that has not ended. Throws `not_found`, and `conflict` for one that has. */
export const cancelJob = onJob('admin.cancel_job', {
  states: unfinished,
  refusal: 'This job has ended already, so there is nothing to cancel.',
  work: (jobs, job) => jobs.cancel(job),
})

/** Queues all failed jobs of a kind again. */
export const retryKind = onKind('admin.retry_jobs', { states: ['failed'], work: (jobs, job) => jobs.retry(job) })

/** Cancels all jobs of a kind that have not ended. */
export const cancelKind = onKind('admin.cancel_jobs', { states: unfinished, work: (jobs, job) => jobs.cancel(job) })

/** What is done to jobs in certain states. */
interface Work {
  /** As the queue calls them. */
  readonly states: readonly string[]
  readonly work: (jobs: AdminContext['installation']['jobs'], job: string) => Promise<void>
}

/** Told in the log before it is done. */
function onJob<const Name extends `admin.${string}`>(
  name: Name,
  { states, refusal, work }: Work & { readonly refusal: string },
) {
  return adminVerb({
    name,
    access: 'work',
    input: z.object({ job: z.uuid() }),
    output: Count,
    async run(ctx, { job }) {
      const { kind, state } = await readJob(ctx, job)
      if (!states.includes(state)) throw new AppError('conflict', refusal)
      await recordInstallation(ctx, { action: name, target: { kind: 'job', id: job, name: kind } })
      await work(ctx.installation.jobs, job)
      return { jobs: 1 }
    },
  })
}

/** The same for every job of a kind that is there now; one that has changed meanwhile is passed over. */
function onKind<const Name extends `admin.${string}`>(name: Name, { states, work }: Work) {
  return adminVerb({
    name,
    access: 'work',
    input: z.object({ kind: z.string().min(1).max(100) }),
    output: Count,
    async run(ctx, { kind }) {
      const { queries, log, installation } = ctx
      await recordInstallation(ctx, { action: name, target: { kind: 'jobs', id: kind, name: kind } })
      const { rows } = await searchJobs(queries, { kind, states, search: '', offset: 0, limit: mostAtOnce })
      let jobs = 0
      for (const { id } of rows) {
        try {
          await work(installation.jobs, id)
          jobs += 1
        } catch (error) {
          if (!(error instanceof AppError) || (error.code !== 'conflict' && error.code !== 'not_found')) throw error
          log.debug({ job: id }, 'a job has changed meanwhile')
        }
      }
      return { jobs }
    },
  })
}

async function readJob({ queries }: AdminContext, job: string): Promise<ListedJobRow> {
  const { rows } = await searchJobs(queries, { kind: null, states: null, search: job, offset: 0, limit: 1 })
  const [found] = rows.filter(({ id }) => id === job.toLowerCase())
  if (found) return found
  throw new AppError('not_found', 'This job does not exist any more: ended jobs are forgotten after a week.')
}
