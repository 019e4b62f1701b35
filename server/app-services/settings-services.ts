import { AppError } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import type { JobView as StandingJob } from '@tillsight/database'
import {
  assertAllowed,
  type ConnectionContext,
  getShop,
  getUsage,
  listConnections,
  recalculationJobs,
  recalculationOf,
  requestRecalculation,
  run,
  UpdateSettingsInput,
  updateSettings,
} from '@tillsight/domain'
import { platforms } from '@tillsight/metrics'
import type { JobView, SettingsChange, SettingsServices } from '../../app/shop-settings.ts'
import type { Runtime } from '../runtime.ts'

/** What an owner decides about a shop. */
export function createSettingsServices(
  runtime: Pick<Runtime, 'jobs' | 'clock' | 'connections'>,
  ctx: ConnectionContext,
): SettingsServices {
  return {
    settings: async () => (await run(getShop, ctx, {})).settings,
    async changeSettings(change) {
      const input = parseChange(change)
      assertAllowed(ctx.actor, updateSettings.needs, updateSettings.name)
      const shop = ctx.shop.id
      // Queued before the change is stored: a process that dies in between computes once too often, not once too little.
      await requestRecalculation(runtime, { shop, what: recalculationOf(await run(getShop, ctx, {}), input) })
      const { recalculation } = await run(updateSettings, ctx, input)
      // That one may have begun already.
      await requestRecalculation(runtime, { shop, what: recalculation })
      return { recalculation }
    },
    jobs: async () => listJobs(await runtime.jobs.list(), ctx.shop.id),
    async usage() {
      const { firstDay, ...counts } = await run(getUsage, ctx, {})
      return { ...counts, firstDay: firstDay === null ? null : parseDay(firstDay) }
    },
    async storeBasics() {
      const stores = runtime.connections.connectors.filter(({ kind }) => kind === 'store').map(({ id }) => id)
      const connected = (await run(listConnections, ctx, {})).find(
        ({ connector, account }) => account !== null && stores.includes(connector),
      )
      return connected?.account ? { zone: connected.account.zone, currency: connected.account.currency } : null
    },
    platforms: () => platforms,
  }
}

function parseChange(change: SettingsChange): UpdateSettingsInput {
  const parsed = UpdateSettingsInput.safeParse(change)
  if (parsed.success) return parsed.data
  const messages = parsed.error.issues.map(({ path, message }) => [path.join('.'), message] as const)
  throw new AppError('invalid_input', messages[0]?.[1] ?? 'These settings cannot be stored.', {
    // The first of each field.
    details: Object.fromEntries(messages.toReversed()),
    cause: parsed.error,
  })
}

const states = { waiting: 'waiting', retrying: 'waiting', running: 'running', failed: 'failed' } as const
const queues: readonly string[] = Object.values(recalculationJobs).map(({ name }) => name)

/** What waits or runs, and a failure that nothing came after. */
function listJobs(all: readonly StandingJob[], shop: string): JobView[] {
  const own = all
    .filter(({ queue, key }) => key === shop && queues.includes(queue))
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  return own.flatMap((job, index) => {
    const { id, label, state, done, total, estimatedEndAt, message } = job
    if (state === 'completed' || state === 'cancelled') return []
    if (state === 'failed' && own.slice(0, index).some(({ queue }) => queue === job.queue)) return []
    return [
      { id, label, state: states[state], done, total, estimatedEndAt: estimatedEndAt?.toISOString() ?? null, message },
    ]
  })
}
