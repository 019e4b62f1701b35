// All attribution queries, compiled and not run: models by level and policy, reports, the orders behind a row, exports.
import { parseDay } from '@tillsight/core/days'
import {
  type AttributionQueryInput,
  attributionLevels,
  clickWindows,
  exportCustomers,
  exportLedger,
  exportOrders,
  listAttributionOrders,
  queryAttribution,
  reportAttribution,
  reportKinds,
  requestedModels,
  run,
  type ShopContext,
  viewWindows,
} from '@tillsight/domain'
import { type Case, listOf } from './case.ts'
import { statementsOf } from './unanswered.ts'

/** A month with a daylight saving change. */
const march = { from: '2026-03-01', to: '2026-03-31' }
const marchDays = { from: parseDay(march.from), to: parseDay(march.to) }

type Config = Omit<AttributionQueryInput, 'from' | 'to' | 'model' | 'level'>

const policies: readonly Config[] = (['include', 'exclude_unless_only'] as const).flatMap((direct_policy) =>
  (['window', 'since_previous_order'] as const).flatMap((journey_scope) =>
    (['order', 'touch'] as const).flatMap((date) =>
      (['order_date', 'refund_date'] as const).map((refund_basis) => ({
        direct_policy,
        journey_scope,
        date,
        refund_basis,
      })),
    ),
  ),
)

/** Other attribution settings, one at a time. */
const choices: readonly Config[] = [
  ...[...clickWindows, null].map((days) => ({ click_window_days: days })),
  ...viewWindows.map((days) => ({ view_window_days: days })),
  { half_life_days: 0.5 },
  { survey_share: '1/3' },
  { survey_base: 'time_decay' },
  { survey_base: 'clicks_and_views' },
  { markov_order: 2 },
  { value: 'goods' },
  { customers: 'new' },
  { customers: 'returning' },
  { currency: 'USD' },
  { compare: 'previous_period' },
  { interval: 'week' },
  { interval: 'day', date: 'touch', refund_basis: 'refund_date' },
]

/** All of them. */
export async function* creditCases(): AsyncIterable<Case> {
  for (const model of requestedModels) {
    for (const level of attributionLevels) {
      for (const policy of policies) {
        const key = `credit/${model}/${level}/${keyOf(policy)}`
        yield* caseOf(key, (ctx) => run(queryAttribution, ctx, { ...march, ...policy, model, level }))
      }
    }
    for (const choice of choices) {
      const key = `credit/${model}/with/${keyOf(choice)}`
      yield* caseOf(key, (ctx) => run(queryAttribution, ctx, { ...march, ...choice, model }))
    }
    yield* everyOrder(model)
    for (const report of reportKinds) {
      yield* caseOf(`report/${report}/${model}`, (ctx) => run(reportAttribution, ctx, { ...march, report, model }))
    }
  }
  yield* everyExport()
}

/** The orders behind a row, and behind what is not tracked. */
async function* everyOrder(model: (typeof requestedModels)[number]): AsyncIterable<Case> {
  const rows = { channel: { channel: 'paid_social', campaign_id: 'c1' }, not_tracked: 'not_tracked' } as const
  for (const [name, row] of Object.entries(rows)) {
    yield* caseOf(`orders/${model}/${name}`, (ctx) => run(listAttributionOrders, ctx, { ...march, model, row }))
  }
}

/** Queries of exports. */
async function* everyExport(): AsyncIterable<Case> {
  for (const [name, read] of Object.entries({ exportCustomers, exportLedger, exportOrders })) {
    yield* caseOf(`export/${name}`, (ctx) => listOf(read(ctx, marchDays).rows))
  }
}

async function* caseOf(key: string, work: (ctx: ShopContext) => Promise<unknown>): AsyncIterable<Case> {
  yield { key, text: await statementsOf(work) }
}

function keyOf(choices: Config): string {
  return Object.entries(choices)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join('/')
}
