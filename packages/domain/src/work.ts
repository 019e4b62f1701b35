// Background work for a shop across all modules; none of them depends on this one.
import { findShopOfImport, type JobView } from '@tillsight/database'
import { z } from 'zod'
import type { ConnectionContext } from './connections/index.ts'
import { createShopReads, defineVerb, permissionsOf } from './context/index.ts'
import { ratesJob } from './currencies/index.ts'
import { importJobs } from './imports/index.ts'
import { recalculationJobs } from './ledger/index.ts'
import { syncJob } from './sync/index.ts'

/** A background job. */
export const WorkView = z.object({
  id: z.string(),
  what: z.enum(['import', 'recalculation', 'sync', 'rates']),
  /** Id of the import, shop or connection it belongs to; null for work shared by all shops. */
  about: z.string().nullable(),
  /** Display text of what it does. */
  label: z.string(),
  state: z.enum(['waiting', 'retrying', 'running', 'failed']),
  /** Whether it is waiting for its first run, and for nothing but a free worker. */
  isDue: z.boolean(),
  done: z.number(),
  /** Null if unknown. */
  total: z.number().nullable(),
  /** Its current step, or why the last attempt failed. */
  message: z.string().nullable(),
  estimatedEndAt: z.iso.datetime().nullable(),
})
export type WorkView = z.infer<typeof WorkView>

const kinds: ReadonlyMap<string, WorkView['what']> = new Map([
  ...Object.values(importJobs).map(({ name }) => [name, 'import'] as const),
  ...Object.values(recalculationJobs).map(({ name }) => [name, 'recalculation'] as const),
  [syncJob.name, 'sync'],
  [ratesJob.name, 'rates'],
])

/**
 * Lists waiting, running and failed jobs of this shop: reading its accounts, order files for people who may import, and
 * recalculations; also requested exchange rates and their application. Newest first.
 */
export const listWork = defineVerb({
  name: 'work.list',
  needs: 'shops:read',
  access: 'read',
  input: z.object({}),
  output: z.array(WorkView),
  async run(ctx: ConnectionContext) {
    const standing = await shared(ctx, 'jobs', () => listStatuses(ctx))
    const views = await Promise.all(
      standing.map(async (job) => {
        const what = kinds.get(job.queue)
        if (what === undefined || !(await isForShop(ctx, { what, key: job.key }))) return []
        return [toView(job, { what, now: ctx.clock.now() })]
      }),
    )
    return views.flat()
  },
})

async function listStatuses({ services }: ConnectionContext): Promise<JobView[]> {
  const all = (await services.jobs.list()).toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  return all.filter((job, index) => isStatus(job, all.slice(0, index)))
}

function shared<T>({ personReads }: ConnectionContext, name: string, read: () => Promise<T>): Promise<T> {
  return personReads ? personReads.shared(name, read) : read()
}

/** Whether a job is waiting or running, or failed without a later one of its kind. */
function isStatus({ state, queue, key }: JobView, newer: readonly JobView[]): boolean {
  if (state === 'completed' || state === 'cancelled') return false
  return state !== 'failed' || !newer.some((job) => job.queue === queue && job.key === key)
}

interface Found {
  readonly what: WorkView['what']
  readonly key: string | null
}

async function isForShop(ctx: ConnectionContext, { what, key }: Found): Promise<boolean> {
  const { queries, shop, actor, reads = createShopReads(ctx) } = ctx
  switch (what) {
    case 'recalculation':
      return key === shop.id
    case 'sync':
      return (await reads.standing()).connections.some(({ id }) => id === key)
    case 'import':
      if (key === null || !permissionsOf(actor).includes('imports:write')) return false
      return (await shared(ctx, `import ${key}`, () => findShopOfImport(queries, key))) === shop.id
    case 'rates':
      // The hourly check for new rates is not worth showing.
      return key !== 'due'
  }
}

const soonMs = 5_000

function toView(job: JobView, { what, now }: { readonly what: WorkView['what']; readonly now: Date }): WorkView {
  const { id, key, label, state, done, total, message, estimatedEndAt, startAfter } = job
  return {
    id,
    what,
    about: what === 'rates' ? null : key,
    label,
    state: WorkView.shape.state.parse(state),
    isDue: state === 'waiting' && startAfter.getTime() <= now.getTime() + soonMs,
    done,
    total,
    message,
    estimatedEndAt: estimatedEndAt?.toISOString() ?? null,
  }
}
