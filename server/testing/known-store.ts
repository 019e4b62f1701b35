import { type StoreOrder, startWooCommerceFake, type WooCommerceFake } from '../../simulators/index.ts'
import type { CleanUp } from './temporary.ts'

/** Credentials that every known store accepts. */
export const knownKey = { consumerKey: 'ck_known', consumerSecret: 'cs_known', permissions: 'read_write' } as const

/** The command that connects a known store to the shop `known.example`. */
export function connectArguments(url: string): string[] {
  const { consumerKey, consumerSecret } = knownKey
  return `connect woocommerce --shop known.example --url ${url} --key ${consumerKey} --secret ${consumerSecret}`.split(
    ' ',
  )
}

/** A simulated store with known figures. */
export interface KnownStore {
  readonly fake: WooCommerceFake
  /** Figures from `known.from` to `known.to` that every interface must return. */
  readonly figures: Readonly<
    Record<'grossSales' | 'returns' | 'sales', string> & Record<'orders' | 'unitsSold', number>
  >
}

/** The shop days with all orders and refunds of a known store, in UTC. */
export const known = { from: '2024-03-01', to: '2024-12-31' } as const

/** Starts a store in UTC with so many orders, every tenth of them with a refund. */
export async function startKnownStore(t: CleanUp, count: number): Promise<KnownStore> {
  const orders = Array.from({ length: count }, (_, at) => orderAt(at))
  const fake = await startWooCommerceFake({ zone: 'UTC', currency: 'EUR', taxRates: [], keys: [knownKey] })
  t.after(() => fake.close())
  await fake.store.fill({ orders })
  const gross = orders.reduce((sum, _, at) => sum + centsAt(at), 0)
  const returns = orders.reduce((sum, { refunds }, at) => sum + (refunds === undefined ? 0 : refundCentsAt(at)), 0)
  return {
    fake,
    figures: {
      grossSales: euros(gross),
      returns: euros(returns),
      sales: euros(gross - returns),
      orders: count,
      unitsSold: orders.reduce((sum, { lines }) => sum + (lines[0]?.quantity ?? 0), 0),
    },
  }
}

const firstAt = Date.parse('2024-03-05T00:30:00Z')
const fourDaysMs = 4 * 86_400_000

function orderAt(at: number): StoreOrder {
  const placedAt = firstAt + at * 3_600_000 * 1.5
  const total = euros(centsAt(at))
  const refund = {
    id: 900_000 + at,
    createdAt: instant(placedAt + fourDaysMs),
    amount: euros(refundCentsAt(at)),
  }
  return {
    id: 1000 + at,
    status: 'completed',
    createdAt: instant(placedAt),
    paidAt: instant(placedAt),
    email: `buyer${at % 97}@example.com`,
    billing: { country: at % 3 === 0 ? 'AT' : 'DE' },
    lines: [
      {
        id: at + 1,
        productId: 7,
        sku: 'TEA',
        name: 'Tea',
        quantity: 1 + (at % 3),
        subtotal: total,
        total,
        totalTax: '0',
      },
    ],
    ...(at % 10 === 0 ? { refunds: [refund] } : {}),
  }
}

function centsAt(at: number): number {
  return 1050 + (at % 89) * 37
}

function refundCentsAt(at: number): number {
  return 500 + (at % 7)
}

function instant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

function euros(cents: number): string {
  return (cents / 100).toFixed(2)
}
