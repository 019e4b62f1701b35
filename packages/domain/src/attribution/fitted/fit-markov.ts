import { type CreditConfig, markov, type PathRow } from '@tillsight/attribution'
import type { ShopContext } from '../../context/index.ts'
import type { CreditQuery } from '../query/credited.ts'
import type { FitFacts } from '../query/outputs.ts'
import { bootstrap, type Intervals } from './bootstrap.ts'
import { type FittedPaths, readPaths } from './read-paths.ts'

/** A Markov chain's removal effects and shares for the channels of some days. */
export interface FittedMarkov {
  readonly facts: FitFacts
  /** By channel; the shares of all channels add up to one. */
  readonly orderShares: Readonly<Record<string, number>>
  readonly valueShares: Readonly<Record<string, number>>
  readonly removalEffects: Readonly<Record<string, number>>
  /** 90 % intervals of the shares; absent where there are too many paths to resample. */
  readonly intervals: Intervals | undefined
}

/** Below this the chain reflects chance rather than channels (attribution.md §14). */
const enough = { conversions: 300, lost: 3000 } as const
const scale = 1e12
/** If the shares of orders 1 and 2 differ by more than this, a hint is shown (attribution.md §10.4). */
const farApart = 0.05

/** Fits a Markov chain to the journeys of a query's days. */
export async function fitMarkov(
  ctx: ShopContext,
  query: CreditQuery,
  options: { readonly intervals: boolean } = { intervals: false },
): Promise<FittedMarkov> {
  const paths = await readPaths(ctx, query)
  const order = query.asked.markov_order
  const found = markov(paths.rows, { order })
  const shares = { orders: toShares(found.removal_effect), value: toShares(found.removal_effect_value) }
  return {
    facts: toFacts(paths, hintOf(paths.rows, order)),
    orderShares: shares.orders,
    valueShares: shares.value,
    removalEffects: found.removal_effect,
    intervals: options.intervals ? bootstrap(paths.rows, order) : undefined,
  }
}

/** Removal effects as fractions, for credit of single orders. */
export function toEffects({ removalEffects }: FittedMarkov): NonNullable<CreditConfig['removal_effects']> {
  const known = Object.entries(removalEffects).filter(([, effect]) => effect > 0)
  return new Map(
    known.map(([channel, effect]) => [channel, { over: BigInt(Math.round(effect * scale)), by: BigInt(scale) }]),
  )
}

/** Shares of the total; empty where no channel has an effect. */
export function toShares(effects: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const whole = Object.values(effects).reduce((sum, effect) => sum + effect, 0)
  return Object.fromEntries(
    Object.entries(effects).map(([channel, effect]) => [channel, whole > 0 ? effect / whole : 0]),
  )
}

function toFacts({ conversions, lost }: FittedPaths, hint: string): FitFacts {
  const isEnough = conversions >= enough.conversions && lost >= enough.lost
  const counted = `Fitted to ${count(conversions)} journeys with an order and ${count(lost)} without.`
  const missing = `The model needs ${count(enough.conversions)} and ${count(enough.lost)} to say something reliable: take this as a first impression.`
  return {
    conversions,
    lost,
    is_enough: isEnough,
    sentence: [counted, ...(isEnough ? [] : [missing]), ...(hint ? [hint] : [])].join(' '),
  }
}

function count(number: number): string {
  return number.toLocaleString('en')
}

/** If a longer memory gives different shares, the shorter one misses something. */
function hintOf(rows: readonly PathRow[], order: number): string {
  if (order !== 1 || rows.length === 0) return ''
  const [one, two] = [1, 2].map((memory) => toShares(markov(rows, { order: memory }).removal_effect))
  const differs = Object.keys(one ?? {}).some(
    (channel) => Math.abs((one?.[channel] ?? 0) - (two?.[channel] ?? 0)) > farApart,
  )
  return differs ? 'With a memory of two touches some shares differ by more than five points: compare both.' : ''
}
