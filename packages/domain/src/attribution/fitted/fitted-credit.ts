import type { CreditedPlace } from '../query/credited.ts'
import { addCredit, type Credited, noCredit } from '../query/figures.ts'
import type { FittedMarkov } from './fit-markov.ts'

/**
 * Credit of channels by a fitted chain: the total that single orders earned is divided by the chain's shares, orders by order
 * shares and money by value shares, exactly. Untracked credit is unchanged. `places` are those of `markov_local`, by channel.
 */
export function shareByChain(
  places: readonly CreditedPlace[],
  { orderShares, valueShares }: FittedMarkov,
  unit: bigint,
): CreditedPlace[] {
  const tracked = places.filter((place) => place.tracked)
  const lost = places.filter((place) => !place.tracked)
  const whole = tracked.reduce<Credited>((sum, place) => addCredit(sum, place), noCredit)
  const names = [...new Set([...Object.keys(orderShares), ...tracked.map(({ channel }) => channel)])].sort()
  const hasChain = Object.values(orderShares).some((share) => share > 0)
  if (!hasChain) return [...places]
  const byValue = names.map((name) => weightOf(valueShares[name]))
  const byOrders = names.map((name) => weightOf(orderShares[name]))
  const money = (amount: bigint) => share(amount, byValue, unit)
  const orders = (amount: bigint) => share(amount, byOrders, 1n)
  const parts = {
    gross: money(whole.gross),
    net: money(whole.net),
    orders: orders(whole.orders),
    newGross: money(whole.newGross),
    newOrders: orders(whole.newOrders),
    returningOrders: orders(whole.returningOrders),
  }
  const ids = { platform: '', account_id: '', campaign_id: '', ad_set_id: '', ad_id: '', tracked: true }
  const shared = names.map((channel, nth) => ({
    channel,
    ...ids,
    gross: parts.gross[nth] ?? 0n,
    net: parts.net[nth] ?? 0n,
    orders: parts.orders[nth] ?? 0n,
    newGross: parts.newGross[nth] ?? 0n,
    newOrders: parts.newOrders[nth] ?? 0n,
    returningOrders: parts.returningOrders[nth] ?? 0n,
  }))
  return [...shared, ...lost]
}

function weightOf(part = 0): bigint {
  return BigInt(Math.round(part * 1e12))
}

/**
 * Largest remainder in whole units; the remainder below a unit goes to the greatest weight, the first among equals. A
 * negative amount is divided by its magnitude (attribution.md §8).
 */
function share(amount: bigint, weights: readonly bigint[], unit: bigint): bigint[] {
  if (amount < 0n) return share(-amount, weights, unit).map((part) => -part)
  const sum = weights.reduce((total, weight) => total + weight, 0n)
  const whole = amount / unit
  const parts = weights.map((weight) => (whole * weight) / sum)
  const rests = weights.map((weight, nth) => ({ nth, rest: (whole * weight) % sum, weight }))
  const left = Number(whole - parts.reduce((total, part) => total + part, 0n))
  const first = rests.toSorted((a, b) => Number(b.rest - a.rest) || a.nth - b.nth).slice(0, left)
  const lucky = new Set(first.map(({ nth }) => nth))
  const [heaviest] = rests.toSorted((a, b) => Number(b.weight - a.weight) || a.nth - b.nth)
  return parts.map(
    (part, nth) => (part + (lucky.has(nth) ? 1n : 0n)) * unit + (nth === heaviest?.nth ? amount - whole * unit : 0n),
  )
}
