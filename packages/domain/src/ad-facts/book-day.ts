import { printFixed, roundFixed } from '@tillsight/core'
import type { AdDayRecord, AdLevel, AdRow } from '@tillsight/platforms/connectors'

/** An entity in an account; ids are empty below the entity's level. */
export interface AdKey {
  readonly campaignId: string
  readonly adSetId: string
  readonly adId: string
}

/** An additive part of an account's day; decimals have six places. */
export interface LeafRow extends AdKey {
  readonly spend: string
  readonly impressions: number
  readonly clicks: number
  readonly linkClicks: number
  readonly views: number
  readonly purchases: string
  readonly value: string
  /** By rule, in their order, without rules that count nothing. */
  readonly claims: readonly { readonly rule: string; readonly purchases: string; readonly value: string }[]
}

/** People that one entity reached on the day. */
export interface ReachOfDay extends AdKey {
  readonly level: AdLevel
  readonly reach: number
}

const decimals = 6

/** All additive values of a row, exact. */
interface Sums {
  spend: bigint
  impressions: bigint
  clicks: bigint
  linkClicks: bigint
  views: bigint
  purchases: bigint
  value: bigint
  readonly claims: Map<string, { purchases: bigint; value: bigint }>
}

interface Placed {
  readonly key: AdKey
  readonly sums: Sums
}

/**
 * Splits a day of an account into parts that add up to the platform's figures at every level: ads as they are, and for each
 * ad set, campaign and the account the remainder beyond their parts, which may be negative. A level, or a claim rule on it,
 * that the platform does not report has no remainder.
 */
export function bookDay({ rows }: Pick<AdDayRecord, 'rows'>): LeafRow[] {
  const leaves = new Map<string, Placed>()
  // Sums of everything below an entity, by entity: subtracted from its own figures.
  const below = new Map<string, Sums>()
  const take = (key: AdKey, sums: Sums) => {
    const name = nameOf(key)
    const leaf = leaves.get(name)
    if (leaf) add(leaf.sums, sums)
    else leaves.set(name, { key, sums: add(nothing(), sums) })
    for (const parent of parentsOf(key)) {
      const total = below.get(nameOf(parent)) ?? nothing()
      below.set(nameOf(parent), add(total, sums))
    }
  }
  const levels = sortByLevel(rows)
  for (const { key, sums } of levels.ad.values()) take(key, sums)
  for (const level of ['ad_set', 'campaign', 'account'] as const) {
    const told = rulesOf(levels[level])
    for (const { key, sums } of levels[level].values()) {
      const parts = below.get(nameOf(key)) ?? nothing()
      take(key, subtract(sums, parts, told))
    }
  }
  return [...leaves.values()].filter(({ sums }) => !isNothing(sums)).map(toLeaf)
}

/** The reach that each row reports; never added up. */
export function reachOf({ rows }: Pick<AdDayRecord, 'rows'>): ReachOfDay[] {
  const found = new Map<string, ReachOfDay>()
  for (const row of rows) {
    if (row.reach === null) continue
    const key = keyOf(row)
    found.set(`${row.level} ${nameOf(key)}`, { ...key, level: row.level, reach: row.reach })
  }
  return [...found.values()]
}

/** The ids of an entity as one text. */
export function nameOf({ campaignId, adSetId, adId }: AdKey): string {
  return `${campaignId}\n${adSetId}\n${adId}`
}

/** A row has no ids below its level, whatever it contains. */
function keyOf({ level, campaignId, adSetId, adId }: AdRow): AdKey {
  switch (level) {
    case 'account':
      return { campaignId: '', adSetId: '', adId: '' }
    case 'campaign':
      return { campaignId, adSetId: '', adId: '' }
    case 'ad_set':
      return { campaignId, adSetId, adId: '' }
    case 'ad':
      return { campaignId, adSetId, adId }
  }
}

/** The entities that a part is counted in, including itself where something deeper can exist below it. */
function parentsOf({ campaignId, adSetId }: AdKey): AdKey[] {
  const places = [
    { campaignId, adSetId, adId: '' },
    { campaignId, adSetId: '', adId: '' },
    { campaignId: '', adSetId: '', adId: '' },
  ]
  return [...new Map(places.map((place) => [nameOf(place), place])).values()]
}

/** Rows by entity; if an entity occurs twice, as when a page is repeated, the last row counts. */
function sortByLevel(rows: readonly AdRow[]): Readonly<Record<AdLevel, Map<string, Placed>>> {
  const levels: Record<AdLevel, Map<string, Placed>> = {
    account: new Map(),
    campaign: new Map(),
    ad_set: new Map(),
    ad: new Map(),
  }
  for (const row of rows) {
    const key = keyOf(row)
    levels[row.level].set(nameOf(key), { key, sums: toSums(row) })
  }
  return levels
}

function rulesOf(level: ReadonlyMap<string, Placed>): ReadonlySet<string> {
  return new Set([...level.values()].flatMap(({ sums }) => [...sums.claims.keys()]))
}

function toSums(row: AdRow): Sums {
  const claims = Object.entries(row.claims).map(
    ([rule, { purchases, value }]) =>
      [rule, { purchases: roundFixed(purchases, decimals), value: roundFixed(value, decimals) }] as const,
  )
  return {
    spend: roundFixed(row.spend, decimals),
    impressions: BigInt(row.impressions),
    clicks: BigInt(row.clicks),
    linkClicks: BigInt(row.linkClicks),
    views: BigInt(row.views),
    purchases: roundFixed(row.purchases, decimals),
    value: roundFixed(row.value, decimals),
    claims: new Map(claims),
  }
}

const figures = ['spend', 'impressions', 'clicks', 'linkClicks', 'views', 'purchases', 'value'] as const

function nothing(): Sums {
  const sums = { spend: 0n, impressions: 0n, clicks: 0n, linkClicks: 0n, views: 0n, purchases: 0n, value: 0n }
  return { ...sums, claims: new Map() }
}

function add(to: Sums, from: Sums): Sums {
  for (const figure of figures) to[figure] += from[figure]
  for (const [rule, claim] of from.claims) {
    const sum = to.claims.get(rule) ?? { purchases: 0n, value: 0n }
    to.claims.set(rule, { purchases: sum.purchases + claim.purchases, value: sum.value + claim.value })
  }
  return to
}

/** The remainder of `whole` without `parts`; of claims only by the rules reported at that level. */
function subtract(whole: Sums, parts: Sums, told: ReadonlySet<string>): Sums {
  const left = nothing()
  for (const figure of figures) left[figure] = whole[figure] - parts[figure]
  for (const rule of told) {
    const claim = whole.claims.get(rule)
    const taken = parts.claims.get(rule)
    left.claims.set(rule, {
      purchases: (claim?.purchases ?? 0n) - (taken?.purchases ?? 0n),
      value: (claim?.value ?? 0n) - (taken?.value ?? 0n),
    })
  }
  return left
}

function isNothing(sums: Sums): boolean {
  return figures.every((figure) => sums[figure] === 0n) && [...sums.claims.values()].every(isNoClaim)
}

function isNoClaim({ purchases, value }: { purchases: bigint; value: bigint }): boolean {
  return purchases === 0n && value === 0n
}

function toLeaf({ key, sums }: Placed): LeafRow {
  const claims = [...sums.claims]
    .filter(([, claim]) => !isNoClaim(claim))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return {
    ...key,
    spend: printFixed(sums.spend, decimals),
    impressions: Number(sums.impressions),
    clicks: Number(sums.clicks),
    linkClicks: Number(sums.linkClicks),
    views: Number(sums.views),
    purchases: printFixed(sums.purchases, decimals),
    value: printFixed(sums.value, decimals),
    claims: claims.map(([rule, { purchases, value }]) => ({
      rule,
      purchases: printFixed(purchases, decimals),
      value: printFixed(value, decimals),
    })),
  }
}
