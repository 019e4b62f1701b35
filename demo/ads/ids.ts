import type { AccountPlan } from './plan.ts'

/** How platforms number things: what their ids begin with, and how long they are. */
const shapes = {
  googleads: { prefix: '21', digits: 11 },
  metaads: { prefix: '12021', digits: 17 },
  tiktokads: { prefix: '1788', digits: 16 },
} as const

/** The id of a campaign, ad set or ad by its place in the account's plan: the same in every start. */
export function idOf({ platform, id }: AccountPlan, place: readonly number[]): string {
  const { prefix, digits } = shapes[platform]
  // Campaigns, ad sets and ads never share an id, and neither do accounts.
  const parts = [Number(id.slice(-2)), ...[0, 1, 2].map((level) => (place[level] ?? -1) + 1)]
  const tail = parts.map((part) => String(part).padStart(2, '0')).join('')
  return `${prefix}${tail.padStart(digits - prefix.length, '7')}`
}
