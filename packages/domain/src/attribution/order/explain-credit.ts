import { additiveModels, attribute, type CreditConfig, type Order, type Touch, weightsOf } from '@tillsight/attribution'
import type { z } from 'zod'
import type { OrderModel } from './outputs.ts'

/** One order as models take it, with its money in millionths. */
export interface ExplainedOrder {
  readonly order: Omit<Order, 'value_minor' | 'refunds'>
  /** What is shared out, and what is left of it. */
  readonly value: bigint
  readonly net: bigint
  readonly touches: readonly Touch[]
  /** When the same person's previous order was. */
  readonly previousMs: number | undefined
}

/** What a model gives, in millionths of money and of the order. */
type Shares = ReadonlyMap<string, { gross: bigint; net: bigint; orders: bigint }>

/** Millionths in a minor unit. */
export type MinorUnit = bigint

/**
 * What every model gives each touch of an order, and by which weight. Money is shared out in minor units; what is smaller
 * goes with the greatest weight, the earlier of equals. A model that needs a fitted chain is left out.
 */
export function explainCredit(
  explained: ExplainedOrder,
  { config, minor, print }: { config: CreditConfig; minor: MinorUnit; print: (millionths: bigint) => string },
): z.infer<typeof OrderModel>[] {
  return additiveModels
    .filter((model) => model !== 'markov_local')
    .map((model) => {
      const { order, person } = toHistory(explained, minor)
      const weights = weightsOf(order, person, { model, config })
      const sum = weights.reduce((total, { weight }) => total + weight, 0n)
      const shares = share(explained, { model, config, minor })
      const heaviest = weights.filter(({ weight }) => weight > 0n)
      return {
        model,
        credit: [...shares].map(([touchId, { gross, net, orders }]) => {
          const place = heaviest.findIndex(({ touch_id }) => touch_id === touchId)
          const weight = weights.find(({ touch_id }) => touch_id === touchId)?.weight ?? 0n
          return {
            touchId,
            weight: sum === 0n ? '1/1' : fraction(weight, sum),
            position: positionOf(place, heaviest.length),
            gross: print(gross),
            net: print(net),
            orders: print(orders),
          }
        }),
      }
    })
}

/** The shares of one model by touch, exact to the millionth. */
export function share(
  explained: ExplainedOrder,
  { model, config, minor }: { model: (typeof additiveModels)[number]; config: CreditConfig; minor: MinorUnit },
): Shares {
  const { order, person } = toHistory(explained, minor)
  const credits = attribute(order, person, { model, config })
  const weights = weightsOf(order, person, { model, config })
  const heaviest = weights.reduce<{ touch_id: string; weight: bigint } | undefined>(
    (best, each) => (best === undefined || each.weight > best.weight ? each : best),
    undefined,
  )
  return new Map(
    credits.map(({ touch_id, gross_minor, net_minor, orders_micro }) => {
      const rest = heaviest === undefined || heaviest.touch_id === touch_id
      return [
        touch_id,
        {
          gross: gross_minor * minor + (rest ? explained.value % minor : 0n),
          net: net_minor * minor + (rest ? explained.net % minor : 0n),
          orders: orders_micro,
        },
      ]
    }),
  )
}

function toHistory({ order: told, value, net, touches, previousMs }: ExplainedOrder, minor: MinorUnit) {
  const refund = value / minor - net / minor
  const order: Order = { ...told, value_minor: value / minor, refunds: refund > 0n ? [refund] : [] }
  const previous: Order[] = previousMs === undefined ? [] : [{ order_id: '', ts: previousMs, value_minor: 0n }]
  return { order, person: { touches, orders: [order, ...previous] } }
}

function positionOf(place: number, count: number) {
  if (place === -1) return 'none' as const
  if (count === 1) return 'only' as const
  if (place === 0) return 'first' as const
  return place === count - 1 ? ('last' as const) : ('middle' as const)
}

function fraction(over: bigint, by: bigint): string {
  let [a, b] = [over, by]
  while (b > 0n) [a, b] = [b, a % b]
  return a === 0n ? `${over}/${by}` : `${over / a}/${by / a}`
}
