import {
  type ConversionQuality,
  countConversionEvents,
  type Db,
  listConnections,
  listConversionResults,
  measureConversionEvents,
} from '@tillsight/database'
import type { MatchKind } from '@tillsight/platforms/connectors'
import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import { type ConnectionContext, type ConnectionServices, openConnection } from '../connections/index.ts'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { adviseOnKey, adviseOnSending } from './decide.ts'
import { type ConversionHealth, ConversionState, Conversions } from './outputs.ts'
import { loadTarget, type Target, toConversionSetup } from './setup.ts'

const days = 28
const dayMs = 86_400_000
const mostResults = 6

/** How sending orders to a platform is set up, and how it performs. */
export const getConversions = defineVerb({
  name: 'conversions.get',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({ platform: z.string() }),
  output: Conversions,
  run: (ctx: ConnectionContext, { platform }) => describeConversions(ctx, platform),
})

/** The same as a plain function, for verbs that return it. */
export async function describeConversions(ctx: ConnectionContext, platform: string): Promise<Conversions> {
  const { queries, services, shop } = ctx
  const target = await loadTarget(queries, services, { shop: shop.id, platform })
  const [counts, health, lacks] = await Promise.all([
    countConversionEvents(queries, target),
    measureHealth(ctx, target),
    whatLacks(queries, services, target),
  ])
  return {
    ...wordsOf(target),
    platform,
    enabled: target.enabled,
    since: target.since?.toISOString() ?? null,
    setup: { ...target.setup, hasToken: target.token !== '' },
    isSetUp: target.setup.destination !== '',
    problem: target.problem,
    lacks: lacks ?? null,
    counts: { ...counts },
    health,
  }
}

function wordsOf({ connector, spec }: Target) {
  const { destination, token, eventNames, deduplication, corrections, correctionNote } = spec
  const { label, help, example } = destination
  return {
    label: connector.label,
    api: spec.api,
    documentation: spec.documentation,
    terms: {
      destination: { label, help, example },
      token: token ?? null,
      eventNames: [...eventNames],
      deduplication,
      corrects: corrections === 'restate',
      correctionNote,
      mostDays: spec.mostDays,
      trial: spec.fixture,
      trialNote: spec.trialNote,
      keys: Object.fromEntries(Object.entries(spec.keys).map(([key, { label: words }]) => [key, words])),
      ownWord: spec.ownWord,
    },
  }
}

/** Why orders cannot be sent with the current set-up; makes no external request. */
export async function whatLacks(
  queries: Db,
  services: ConnectionServices,
  target: Target,
): Promise<string | undefined> {
  if (target.setup.destination === '') return 'It is not set up yet.'
  const row = (await listConnections(queries, target.shop)).find((one) => one.connector === target.platform)
  const settings = row && !row.paused ? openConnection(row, services).settings : {}
  return target.spec.lacks(settings, toConversionSetup(target))
}

/** How well sending works for orders placed in the last four weeks and since it was enabled. */
async function measureHealth(
  { queries, warehouse, clock }: Pick<ShopContext, 'queries' | 'warehouse' | 'clock'>,
  target: Target,
): Promise<ConversionHealth> {
  const { since: on, spec, connector } = target
  const first = new Date(clock.now().getTime() - days * dayMs)
  const since = on !== null && on > first ? on : first
  const { onceForHours } = spec
  const [placed, counts, quality, answers] = await Promise.all([
    on === null ? 0 : countPlaced(warehouse, since),
    countConversionEvents(queries, target, since),
    measureConversionEvents(queries, target, { since, onceForHours }),
    listResults(queries, target, since),
  ])
  const queued = Object.values(counts).reduce((sum, one) => sum + one, 0)
  // Orders deleted in the store since then exist only in the queue.
  const all = Math.max(placed, queued)
  const { sent, combinations, ...times } = quality
  const measured = { ...times, placed: all, counts: { ...counts } }
  return {
    ...measured,
    days,
    since: on === null ? null : since.toISOString(),
    sent,
    share: all === 0 ? null : sent / all,
    keysPerOrder: sent === 0 ? null : keysInAll(combinations) / sent,
    keys: keyShares(target, quality).map((key) => ({
      ...key,
      advice: adviseOnKey(key.kind, { share: key.share, sent, platform: connector.label }),
    })),
    answers,
    advice: adviseOnSending(measured),
  }
}

/** Counted orders placed since then, paid or not. */
async function countPlaced(warehouse: ShopWarehouse, since: Date): Promise<number> {
  const [row] = await warehouse.read(
    {
      sql: `SELECT count() AS placed FROM ledger WHERE shop_id = {shop:UUID} AND head = 1
        AND booked_at >= toDateTime({from:UInt32}, 'UTC') AND placed_at >= toDateTime({from:UInt32}, 'UTC')`,
      params: { from: String(Math.ceil(since.getTime() / 1_000)) },
    },
    z.object({ placed: z.coerce.number() }),
    { lookup: true },
  )
  return row?.placed ?? 0
}

async function listResults(queries: Db, target: Target, since: Date): Promise<ConversionHealth['answers']> {
  const found = await listConversionResults(queries, target, { since, most: mostResults })
  return found.map(({ state, ...answer }) => ({ ...answer, state: ConversionState.parse(state) }))
}

function keysInAll(combinations: ConversionQuality['combinations']): number {
  return combinations.reduce((sum, { keys, count }) => sum + keys.length * count, 0)
}

/** One entry per kind of key that the platform accepts: two of a kind on one order count once. */
function keyShares({ spec }: Target, { sent, combinations }: ConversionQuality) {
  const byKind = Map.groupBy(Object.entries(spec.keys), ([, { kind }]) => kind)
  return [...byKind].map(([kind, alike]: readonly [MatchKind, readonly (readonly [string, { label: string }])[]]) => {
    const names = new Set(alike.map(([name]) => name))
    const having = combinations.filter(({ keys }) => keys.some((key) => names.has(key)))
    const count = having.reduce((sum, one) => sum + one.count, 0)
    const [first] = alike
    const label = kind === 'place' ? 'region or country' : (first?.[1].label ?? kind)
    return { kind, label, share: sent === 0 ? 0 : count / sent }
  })
}
