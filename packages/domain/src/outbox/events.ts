import { createHash } from 'node:crypto'
import { type Amount, addAmounts, amountText, parseAmount, zeroAmount } from '@tillsight/core'
import { z } from 'zod'

/** An exact decimal as text. */
const Decimal = z.string()
const Instant = z.iso.datetime()
const Local = z.iso.datetime({ offset: true })
const Day = z.iso.date()
/** What every event says. */
const Shop = z.object({ shop: z.string() })

const Order = Shop.extend({ order: z.string(), name: z.string(), placedAt: Instant })
const Finding = Shop.extend({ kind: z.string(), key: z.string(), severity: z.string(), since: Instant })
const Connection = Shop.extend({ connection: z.string(), kind: z.string(), severity: z.string(), since: Instant })

/** An event as receivers are told of it: what it is about, and its data with an example. Nobody's name or address is in any. */
export const webhookEvents = {
  'order.booked': {
    about: 'An order counts in the figures.',
    data: Order.extend({
      currency: z.string(),
      sales: Decimal,
      customer: z.enum(['new', 'returning', 'unidentified', 'none']),
    }),
    example: {
      order: '5731',
      name: '#5731',
      placedAt: '2026-11-22T18:39:12.000Z',
      currency: 'EUR',
      sales: '73.60',
      customer: 'returning',
    },
  },
  'order.attributed': {
    about: 'What brought an order is known: when its visits are joined to it, and again when later ones change that.',
    data: Order.extend({ touches: z.number().int(), first: z.string().nullable(), last: z.string().nullable() }),
    example: {
      order: '5731',
      name: '#5731',
      placedAt: '2026-11-22T18:39:12.000Z',
      touches: 3,
      first: 'paid_social',
      last: 'email',
    },
  },
  'refund.booked': {
    about: 'A refund counts in the figures.',
    data: Shop.extend({
      order: z.string(),
      name: z.string(),
      refundedAt: Instant,
      currency: z.string(),
      amount: Decimal,
    }),
    example: { order: '5731', name: '#5731', refundedAt: '2026-11-22T18:39:58.000Z', currency: 'EUR', amount: '73.60' },
  },
  'figure.changed': {
    about: 'A figure of a day that was over changed afterwards.',
    data: Shop.extend({
      day: Day,
      metric: z.string(),
      before: Decimal,
      after: Decimal,
      currency: z.string(),
      cause: z.string(),
      orders: z.array(z.string()),
      moreOrders: z.number().int(),
      platform: z.string().nullable(),
      account: z.string().nullable(),
    }),
    example: {
      day: '2026-10-18',
      metric: 'sales',
      before: '912.40',
      after: '838.80',
      currency: 'EUR',
      cause: 'late_refund',
      orders: ['5731'],
      moreOrders: 0,
      platform: null,
      account: null,
    },
  },
  'costs.changed': {
    about: 'Somebody changed what things cost, and profit with it.',
    data: Shop.extend({
      change: z.string(),
      orders: z.number().int(),
      from: Day.nullable(),
      to: Day.nullable(),
      profit: Decimal,
      currency: z.string(),
      pending: z.boolean(),
    }),
    example: {
      change: '7f8f3a52-0c3e-4e0c-9a54-1f0f2f3a9b11',
      orders: 214,
      from: '2026-09-01',
      to: '2026-11-22',
      profit: '-318.20',
      currency: 'EUR',
      pending: false,
    },
  },
  'import.finished': {
    about: 'A file of orders is in.',
    data: Shop.extend({
      import: z.string(),
      format: z.string(),
      rows: z.object({ good: z.number().int(), leftOut: z.number().int() }),
      stored: z.number().int(),
    }),
    example: {
      import: '0d6a3c1e-6f0e-4b07-8c3b-2a2f6b1e7d90',
      format: 'generic',
      rows: { good: 1204, leftOut: 3 },
      stored: 1187,
    },
  },
  'sync.failed': {
    about: 'A connection is not read as it should be, and somebody has to look at it.',
    data: Connection,
    example: {
      connection: 'b7c2d9f4-53a1-4f0e-a1b8-6c0de0f1a2b3',
      kind: 'connection',
      severity: 'error',
      since: '2026-11-22T16:02:00.000Z',
    },
  },
  'sync.recovered': {
    about: 'That is over.',
    data: Connection.omit({ severity: true, since: true }),
    example: { connection: 'b7c2d9f4-53a1-4f0e-a1b8-6c0de0f1a2b3', kind: 'connection' },
  },
  'health.opened': {
    about: 'A finding about the data is open.',
    data: Finding,
    example: { kind: 'missing_costs', key: 'goods', severity: 'warning', since: '2026-11-22T18:37:00.000Z' },
  },
  'health.closed': {
    about: 'A finding about the data is closed.',
    data: Finding.omit({ severity: true, since: true }),
    example: { kind: 'missing_costs', key: 'goods' },
  },
  'export.finished': {
    about: 'The file of an export is there.',
    data: Shop.extend({
      export: z.string(),
      run: z.string(),
      name: z.string(),
      what: z.string(),
      format: z.string(),
      from: Day,
      to: Day,
      rows: z.number().int(),
      bytes: z.number().int(),
      sha256: z.string(),
      partial: z.boolean(),
      file: z.string(),
    }),
    example: {
      export: '5a1c2f0e-9d2b-4c57-8f3e-7b6a5d4c3b2a',
      run: '9c0d7e6f-1a2b-4c3d-8e5f-6a7b8c9d0e1f',
      name: 'Warehouse',
      what: 'ledger',
      format: 'parquet',
      from: '2026-10-18',
      to: '2026-11-21',
      rows: 48211,
      bytes: 2914022,
      sha256: '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9',
      partial: false,
      file: '/api/v1/exports/runs/9c0d7e6f-1a2b-4c3d-8e5f-6a7b8c9d0e1f/file',
    },
  },
  'alert.fired': {
    about: 'An alert of a person fired: a figure is beyond its bound or unusual, or a finding is open.',
    data: Shop.extend({
      alert: z.string(),
      episode: z.string(),
      metric: z.string(),
      /** With the offset of the shop's zone. */
      window: z.object({ from: Local, until: Local }).nullable(),
      value: Decimal.nullable(),
      expected: Decimal.nullable(),
      z: Decimal.nullable(),
      parts: z.array(z.object({ dimension: z.string(), key: z.string(), change: Decimal })),
      open: z.array(z.string()),
      link: z.string(),
    }),
    example: {
      alert: '5b1c8f52-7c1e-4a57-8a35-0c8f7a1d2e3f',
      episode: '1f0e9d8c-2b3a-4c5d-8e6f-7a8b9c0d1e2f',
      metric: 'sales',
      window: { from: '2026-11-22T00:00:00+01:00', until: '2026-11-22T14:00:00+01:00' },
      value: '640.00',
      expected: '1010.00',
      z: '-4.94',
      parts: [{ dimension: 'country', key: 'DE', change: '-310.00' }],
      open: ['silent_pixel'],
      link: '/shop/nordlicht-kontor.example/settings/alerts',
    },
  },
  'alert.resolved': {
    about: 'That is over.',
    data: Shop.extend({ alert: z.string(), episode: z.string(), metric: z.string(), link: z.string() }),
    example: {
      alert: '5b1c8f52-7c1e-4a57-8a35-0c8f7a1d2e3f',
      episode: '1f0e9d8c-2b3a-4c5d-8e6f-7a8b9c0d1e2f',
      metric: 'sales',
      link: '/shop/nordlicht-kontor.example/settings/alerts',
    },
  },
  'reconciliation.differs': {
    about: 'A day differs from the store’s own report in a way that nothing explains yet.',
    data: Shop.extend({ day: Day, connection: z.string() }),
    example: { day: '2026-11-21', connection: 'b7c2d9f4-53a1-4f0e-a1b8-6c0de0f1a2b3' },
  },
} as const satisfies Readonly<Record<string, { about: string; data: z.ZodType; example: object }>>

/** A type of event. */
export type EventType = keyof typeof webhookEvents

/** All types, in the order in which they are shown. */
export const eventTypes = Object.keys(webhookEvents) as [EventType, ...EventType[]]

/** What an event of a type says, apart from its shop. */
export type EventData<Type extends EventType> = Omit<z.input<(typeof webhookEvents)[Type]['data']>, 'shop'>

/** A change of a figure of a past day by one order, or of an account. */
export interface FigureChange {
  readonly id: string
  readonly day: string
  readonly metric: string
  readonly cause: string
  readonly currency: string
  readonly amountBefore: string
  readonly amountAfter: string
  /** Empty for a change of an account. */
  readonly orderId: string
  readonly platform?: string
  readonly accountId?: string
}

const mostOrders = 100

/** One event for each day, figure and cause: what the orders named in it had in the figure before and have after. */
export function toFigureEvents(changes: readonly FigureChange[], at: Date) {
  const groups = Map.groupBy(changes, ({ day, metric, cause, platform = '', accountId = '' }) =>
    [day, metric, cause, platform, accountId].join('\n'),
  )
  return [...groups.values()].flatMap((together) => {
    const [first] = together
    if (!first) return []
    const orders = [...new Set(together.flatMap(({ orderId }) => (orderId === '' ? [] : [orderId])))]
    const sum = (amounts: readonly string[]): string =>
      amountText(addAmounts(zeroAmount, ...amounts.map((text): Amount => parseAmount(text))))
    const data: EventData<'figure.changed'> = {
      day: first.day,
      metric: first.metric,
      before: sum(together.map(({ amountBefore }) => amountBefore)),
      after: sum(together.map(({ amountAfter }) => amountAfter)),
      currency: first.currency,
      cause: first.cause,
      orders: orders.slice(0, mostOrders),
      moreOrders: Math.max(0, orders.length - mostOrders),
      platform: first.platform || null,
      account: first.accountId || null,
    }
    const evidence = together.map(({ id, amountAfter }) => `${id} ${amountAfter}`).toSorted()
    const key = createHash('sha256').update(evidence.join('\n')).digest('hex')
    return [{ type: 'figure.changed' as const, data, at, key }]
  })
}
