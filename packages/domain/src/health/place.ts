import { z } from 'zod'

/** Where something about the data is mended or explained; doors know the addresses. */
export const HealthPlace = z.object({
  page: z.enum([
    'connections',
    'reconciliation',
    'imports',
    'goods',
    'basics',
    'privacy',
    'currencies',
    'summary',
    'order',
    'sending',
  ]),
  /** Id of the connection that it is about. */
  connection: z.string().optional(),
  /** Id of the order that it is about. */
  order: z.string().optional(),
  /** The ad platform that is told of orders. */
  platform: z.string().optional(),
  /** The shop day that it is about. */
  day: z.string().optional(),
})
export type HealthPlace = z.infer<typeof HealthPlace>

const pages: Readonly<Record<string, HealthPlace['page']>> = {
  order_arithmetic: 'order',
  refund_without_lines: 'summary',
  refund_above_order: 'summary',
  reconciliation_differs: 'reconciliation',
  sales_drop: 'summary',
  import_problems: 'imports',
  conversions_failing: 'sending',
  missing_costs: 'goods',
  privacy_request: 'privacy',
  missing_rate: 'currencies',
  missing_rates: 'currencies',
  zone_differs: 'basics',
  zone_missing: 'basics',
  currency_differs: 'basics',
}

const OfConnection = z.object({ connection: z.string() })
const OfDay = z.object({ day: z.iso.date() })

/** The place of an issue of this kind; everything that is about reading the store is mended where stores are connected. */
export function placeOf(kind: string, key: string, detail: Readonly<Record<string, unknown>>): HealthPlace {
  const page = pages[kind] ?? 'connections'
  const connection = OfConnection.safeParse(detail).data?.connection
  const day = OfDay.safeParse(detail).data?.day
  return {
    page,
    ...(connection === undefined ? {} : { connection }),
    ...(page === 'order' ? { order: key } : {}),
    ...(page === 'sending' ? { platform: key } : {}),
    ...(page === 'summary' && day !== undefined ? { day } : {}),
  }
}
