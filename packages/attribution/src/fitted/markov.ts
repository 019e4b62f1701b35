import { buildChain, type Chain, type State } from './chain.ts'
import { type ByChannel, numberChannels, type PathRow, toRecord } from './paths.ts'
import { solve } from './solve.ts'

/** What breaks without a channel. Shares of all channels together are one. */
export interface MarkovResult {
  /** Of a journey that has begun. */
  readonly conversion_probability: number
  /** Which part of the orders would be lost without the channel. */
  readonly removal_effect: ByChannel
  /** All orders, shared out by removal effects. */
  readonly attributed_conversions: ByChannel
  /** Of a journey that has begun, in minor units. */
  readonly value_per_journey: number
  readonly removal_effect_value: ByChannel
  readonly attributed_value_minor: ByChannel
}

/** What the chain takes into account. */
export interface MarkovOptions {
  /** How many touches the chain remembers; 1 unless told. */
  readonly order?: number
  /** Whether journeys without an order count; they do unless told. */
  readonly nulls?: boolean
}

/**
 * Removal effects of all channels by solving the chain of journeys, without any simulation: whoever would come to the
 * channel is lost (Anderl and others). Orders, and their value, which differ where baskets differ by path.
 */
export function markov(rows: readonly PathRow[], { order = 1, nulls = true }: MarkovOptions = {}): MarkovResult {
  const { names, at } = numberChannels(rows)
  const chain = buildChain(rows, { order, nulls, numberOf: at, channels: names.length })
  const orders = removals(chain, ({ conversions }) => conversions)
  const values = removals(chain, ({ value }) => value)
  return {
    conversion_probability: orders.base,
    removal_effect: toRecord(names, orders.effect),
    attributed_conversions: toRecord(names, (channel) => orders.share(channel) * chain.conversions),
    value_per_journey: values.base,
    removal_effect_value: toRecord(names, values.effect),
    attributed_value_minor: toRecord(names, (channel) => values.share(channel) * chain.value),
  }
}

function removals(chain: Chain, yieldOf: (state: State) => number) {
  const base = solve(chain, yieldOf)[0] ?? 0
  const effects = Array.from({ length: chain.channels }, (_, channel) =>
    base === 0 ? 0 : 1 - (solve(chain, yieldOf, channel)[0] ?? 0) / base,
  )
  const sum = effects.reduce((total, effect) => total + effect, 0)
  const effect = (channel: number): number => effects[channel] ?? 0
  return { base, effect, share: (channel: number) => (sum === 0 ? 0 : effect(channel) / sum) }
}
