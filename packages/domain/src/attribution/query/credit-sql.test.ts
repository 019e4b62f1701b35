import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import {
  additiveModels,
  attribute,
  type CreditConfig,
  claim,
  claimsSql,
  creditSql,
  creditSumsSql,
  type Order,
  rareSql,
  type Touch,
  usualConfig,
} from '@tillsight/attribution'
import { toShopId } from '@tillsight/core'
import { openTestWarehouse } from '@tillsight/warehouse/testing'
import fc from 'fast-check'
import { z } from 'zod'

const shop = toShopId('00000000-0000-4000-8000-0000000000c1')
const dayMs = 86_400_000
const at = Date.UTC(2026, 10, 20)
const unit = 10_000n
const vast = 10n ** 30n
const number = 400
const channels = ['direct', 'email', 'organic_search', 'paid_search_brand', 'paid_search', 'paid_social', 'referral']
const platforms: Readonly<Record<string, string>> = {
  paid_search: 'google',
  paid_search_brand: 'google',
  paid_social: 'meta',
}

/** An order with its person's touches, in millionths. */
interface Case {
  readonly id: string
  readonly value: bigint
  readonly net: bigint
  readonly previous: number | undefined
  readonly order: Order
  readonly touches: readonly Touch[]
}

const touch = fc.record({
  // Few distinct instants, so that touches coincide, lie exactly at the edge of a window or at the order's own instant.
  before: fc.oneof(
    fc.constantFrom(0, 1, -1, 28 * dayMs, 28 * dayMs + 1, dayMs, dayMs + 1, 7 * dayMs),
    fc.integer({ min: 0, max: 40 * dayMs }),
  ),
  kind: fc.constantFrom<Touch['kind'][]>('click', 'click', 'click', 'view', 'engaged_view'),
  channel: fc.constantFrom(...channels),
})

const aCase = fc
  .record({
    value: fc.oneof(
      fc.bigInt({ min: 0n, max: 10n ** 9n }),
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      fc.bigInt({ min: -(10n ** 9n), max: 0n }),
    ),
    back: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    previous: fc.option(fc.integer({ min: 0, max: 40 * dayMs }), { nil: undefined }),
    survey: fc.option(fc.constantFrom('podcast', 'email', 'paid_social'), { nil: undefined }),
    milestone: fc.option(fc.integer({ min: 0, max: 40 * dayMs }), { nil: undefined }),
    seen: fc.oneof(
      { weight: 8, arbitrary: fc.array(touch, { maxLength: 9 }) },
      { weight: 1, arbitrary: fc.array(touch, { minLength: 20, maxLength: 60 }) },
    ),
  })
  .map(({ value, back, previous, survey, milestone, seen }) => {
    const net = value - back > 0n ? value - back : 0n
    const ts = at
    const order: Order = {
      order_id: 'o',
      ts,
      value_minor: 0n,
      ...(survey === undefined ? {} : { survey_channel: survey }),
      ...(milestone === undefined ? {} : { milestone_ts: ts - milestone }),
    }
    const touches = seen
      .map(
        ({ before: ms, kind, channel }, nth): Touch => ({
          touch_id: `t${String(nth).padStart(3, '0')}`,
          ts: ts - ms,
          kind,
          channel,
          platform: platforms[channel] ?? null,
          paid: channel.startsWith('paid'),
        }),
      )
      .sort((one, other) => one.ts - other.ts || (one.touch_id < other.touch_id ? -1 : 1))
    return { value, net, previous: previous === undefined ? undefined : ts - previous, order, touches }
  })

const configs: readonly CreditConfig[] = fc.sample(
  fc.record({
    click_window_days: fc.constantFrom(1, 7, 28, 90, null),
    view_window_days: fc.constantFrom(0, 1, 7),
    direct_policy: fc.constantFrom<CreditConfig['direct_policy'][]>('include', 'exclude_unless_only'),
    journey_scope: fc.constantFrom<CreditConfig['journey_scope'][]>('window', 'since_previous_order'),
    half_life_days: fc.constantFrom(1, 7, 30),
    survey_share: fc.constantFrom(
      { over: 1n, by: 2n },
      { over: 1n, by: 3n },
      { over: 0n, by: 1n },
      { over: 1n, by: 1n },
    ),
    survey_base: fc.constantFrom<CreditConfig['survey_base'][]>(
      'linear_all',
      'last_paid',
      'time_decay',
      'clicks_and_views',
      'shapley',
      'last_click',
    ),
    removal_effects: fc
      .dictionary(fc.constantFrom(...channels), fc.integer({ min: 0, max: 1000 }))
      .map((parts) => new Map(Object.entries(parts).map(([name, over]) => [name, { over: BigInt(over), by: 1000n }]))),
  }),
  { numRuns: 8, seed: 7 },
)

const source = `(SELECT order_id, toInt64(toDecimal128(order_revenue, 6) * 1000000) AS value,
  toInt64(greatest(toDecimal128(order_revenue - order_revenue_back, 6), 0) * 1000000) AS net,
  toInt64(toUnixTimestamp(placed_at)) * 1000 AS order_ms, previous_ms, milestone_ms, survey_channel,
  touch_ids, touch_ms, kinds, channels, platforms, paid, account_ids, campaign_ids, ad_set_ids, ad_ids
  FROM journeys WHERE shop_id = {shop:UUID})`

const Row = z.object({
  order_id: z.string(),
  touch_id: z.string(),
  channel: z.string(),
  tracked: z.coerce.number(),
  gross: z.coerce.bigint(),
  net: z.coerce.bigint(),
  micro: z.coerce.bigint(),
})

const cases: readonly Case[] = fc
  .sample(aCase, { numRuns: number, seed: 42 })
  .map((each, nth) => ({ ...each, id: `o${nth}` }))
const warehouse = (await openTestWarehouse({ after })).for(shop)

suite('credit in the warehouse', () => {
  before(async () => {
    await warehouse.insert(
      'journeys',
      cases.map(({ id, value, net, previous, order, touches }) => ({
        placed_at: new Date(order.ts),
        order_id: id,
        order_name: id,
        person: id,
        customer_class: 'new',
        cancelled: 0,
        consent_gap: 0,
        previous_ms: previous ?? 0,
        milestone_ms: order.milestone_ts ?? 0,
        survey_channel: order.survey_channel ?? '',
        order_revenue: decimal(value),
        order_revenue_back: decimal(value - net),
        goods: '0',
        goods_back: '0',
        touch_ids: touches.map(({ touch_id }) => touch_id),
        touch_ms: touches.map(({ ts }) => ts),
        kinds: touches.map(({ kind }) => ({ click: 1, view: 2, engaged_view: 3 })[kind]),
        channels: touches.map(({ channel }) => channel),
        platforms: touches.map(({ platform }) => platform ?? ''),
        paid: touches.map(({ paid }) => (paid ? 1 : 0)),
        account_ids: touches.map(() => ''),
        campaign_ids: touches.map(() => ''),
        ad_set_ids: touches.map(() => ''),
        ad_ids: touches.map(() => ''),
        version: '1',
        is_deleted: 0,
      })),
    )
  })

  for (const model of additiveModels) {
    test(`by ${model} is that of the pure function, to the millionth`, async () => {
      for (const config of configs) {
        const credit = creditSql({
          source,
          model,
          config,
          unit,
          touches: ['touch_ids', 'channels'],
          keep: ['order_id'],
        })
        const sql = `SELECT order_id, touch_id, channel, tracked, gross, net, micro FROM ${credit.sql}`
        const rows = await warehouse.read({ sql, params: credit.params }, Row)
        const byOrder = Map.groupBy(rows, ({ order_id }) => order_id)
        for (const each of cases) {
          assert.deepEqual(
            (byOrder.get(each.id) ?? []).map(toPart),
            expected(each, model, config),
            `${each.id} ${describe(config)}`,
          )
        }
      }
    })
  }

  test('and adds up to the same by channel where several models share a pass', async () => {
    for (const config of configs) {
      const told = new Map<string, bigint[]>()
      const { sql, params, models } = creditSumsSql({ source, models: additiveModels, config, unit, rare: both })
      for (const { channel, ...sums } of await warehouse.read({ sql, params }, SumsRow)) {
        for (const [at, model] of models.entries()) {
          const of = (name: string) => ['gross', 'net', 'orders'].map((amount) => sums[`${name}${amount}_${at}`] ?? 0n)
          addTo(told, `${model} ${channel}`, of(''))
          addTo(told, `${model} nobody`, of('lost_'))
        }
      }
      const known = new Map<string, bigint[]>()
      for (const model of additiveModels) {
        for (const each of cases) {
          for (const [id, ...amounts] of expected(each, model, config)) {
            addTo(
              known,
              `${model} ${channelOf(each, String(id))}`,
              amounts.map((amount) => BigInt(amount ?? 0n)),
            )
          }
        }
      }
      assert.deepEqual(inOrder(told), inOrder(known), describe(config))
    }
  })

  test('and to the same where it is known that no order has a view, or a response', async () => {
    for (const [nth, rare] of [
      { views: false, responses: false },
      { ...both, views: false },
    ].entries()) {
      const lacks = ['NOT arrayExists(k -> k != 1, kinds)', ...(rare.responses ? [] : ["survey_channel = ''"])]
      const some = `(SELECT * FROM ${source} WHERE ${lacks.join(' AND ')})`
      const [found] = await warehouse.read({ sql: rareSql(some), params: {} }, z.record(z.string(), z.number()))
      assert.deepEqual(found, { views: 0, responses: Number(rare.responses) })
      const config = configs[nth] ?? usualConfig
      const [told, known] = await Promise.all(
        [rare, both].map(async (each) => {
          const { sql, params } = creditSumsSql({ source: some, models: additiveModels, config, unit, rare: each })
          const rows = await warehouse.read({ sql, params }, SumsRow)
          return rows.sort((one, other) => (one.channel < other.channel ? -1 : 1))
        }),
      )
      assert.deepEqual(told, known, describe(config))
    }
  })

  test('and what platforms would claim is too', async () => {
    for (const config of configs) {
      const sql = `SELECT order_id, claimant, click_id, claimed FROM ${claimsSql({ source, rules: config, keep: ['order_id'] })}`
      const Claimed = z.object({
        order_id: z.string(),
        claimant: z.string(),
        click_id: z.string(),
        claimed: z.coerce.bigint(),
      })
      const byOrder = Map.groupBy(await warehouse.read({ sql, params: {} }, Claimed), ({ order_id }) => order_id)
      for (const { id, order, touches, previous, value } of cases) {
        const known = claim(order, { touches, orders: ordersOf(order, previous) }, config)
        const told = byOrder.get(id) ?? []
        assert.deepEqual(
          told.map(({ claimant, click_id, claimed }) => [claimant, click_id, claimed]),
          known.map(({ platform, touch_id }) => [platform, touch_id, value]),
        )
      }
    }
  })
})

const both = { views: true, responses: true }
const SumsRow = z.object({ channel: z.string() }).catchall(z.coerce.bigint())

function addTo(sums: Map<string, bigint[]>, key: string, amounts: readonly bigint[]): void {
  sums.set(
    key,
    amounts.map((amount, nth) => amount + (sums.get(key)?.[nth] ?? 0n)),
  )
}

/** Sorted, without entries that are all zero. */
function inOrder(sums: ReadonlyMap<string, bigint[]>): [string, bigint[]][] {
  const found = [...sums].filter(([, amounts]) => amounts.some((amount) => amount !== 0n))
  return found.sort(([one], [other]) => (one < other ? -1 : 1))
}

function channelOf({ touches }: Case, id: string): string {
  if (id === '(unattributed)') return 'nobody'
  return touches.find(({ touch_id }) => touch_id === id)?.channel ?? id.replace('survey:', '')
}

function ordersOf(order: Order, previous: number | undefined): Order[] {
  return previous === undefined ? [order] : [order, { order_id: 'a', ts: previous, value_minor: 1n }]
}

/**
 * Expected credit in minor units from the pure function; the remainder goes to the greatest weight, which a huge amount makes
 * visible.
 */
function expected(
  { order, touches, previous, value, net }: Case,
  model: (typeof additiveModels)[number],
  config: CreditConfig,
) {
  const person = { touches, orders: ordersOf(order, previous) }
  const of = (amount: bigint) => attribute({ ...order, value_minor: amount }, person, { model, config })
  const sizes = of(vast).map(({ gross_minor }) => gross_minor)
  const heaviest = sizes.findIndex((each) => sizes.every((other) => each >= other))
  const share = (amount: bigint) => {
    const whole = amount / unit
    return of(whole).map(({ gross_minor }, nth) => gross_minor * unit + (nth === heaviest ? amount - whole * unit : 0n))
  }
  const [gross, nets] = [share(value), share(net)]
  return of(0n)
    .map(({ touch_id, orders_micro }, nth) => [touch_id, gross[nth], nets[nth], orders_micro])
    .filter(([, a, b, c]) => a !== 0n || b !== 0n || c !== 0n)
}

function toPart({ touch_id, tracked, gross, net, micro }: z.infer<typeof Row>) {
  return [tracked ? touch_id : '(unattributed)', gross, net, micro]
}

function describe(config: CreditConfig): string {
  return JSON.stringify(config, (_, value: unknown) =>
    value instanceof Map ? [...value.keys()] : typeof value === 'bigint' ? String(value) : value,
  )
}

function decimal(millionths: bigint): string {
  const size = (millionths < 0n ? -millionths : millionths).toString().padStart(7, '0')
  return `${millionths < 0n ? '-' : ''}${size.slice(0, -6)}.${size.slice(-6)}`
}
