import type { DayRange } from '@tillsight/core/days'
import { addKnown, type Conversion, conversionOf, unratedDays } from '@tillsight/metrics'
import type { ShopContext } from '../../context/index.ts'
import { type RequestedConfig, toCreditConfig } from '../../credit/index.ts'
import { listDailyRates } from '../../currencies/index.ts'
import type { SourceAsk } from '../../journeys/index.ts'
import type { FittedMarkov } from '../fitted/fit-markov.ts'
import type { CreditLevel } from './attribution-query.ts'
import { type Booked, readBooked } from './booked.ts'
import { type OrderFacts, readOrderFacts } from './closing.ts'
import {
  type ContributedPlace,
  type ContributionFacts,
  type ContributionSet,
  readContributed,
  readContributionFacts,
} from './contribution.ts'
import { toModelQuery } from './credit-of-model.ts'
import {
  type CreditedPlace,
  CreditedPlaceRow,
  type CreditQuery,
  columnsOf,
  lastOrderDay,
  type PlaceIds,
} from './credited.ts'
import {
  addContributed,
  addCredit,
  type Contributed,
  type Credited,
  noContribution,
  noCredit,
  type Spending,
  unknownSpending,
} from './figures.ts'
import { loadPlaces, type PlaceNames } from './places.ts'
import { readKnown } from './read-known.ts'
import { type GivenBack, readGivenBack } from './refund-source.ts'
import { readSpent, type SpentDays, type SpentPlace } from './spending.ts'

/** All figures of one row. */
export interface PlaceFigures {
  readonly ids: PlaceIds
  readonly credited: Credited
  readonly spending: Spending
  readonly claimed_orders: string | null
  readonly claimed_revenue: string | null
  /** Only where it is asked for. */
  readonly contributed: Contributed | undefined
}

/** All figures of a result for one range of days. */
export interface FigureSet {
  readonly range: DayRange
  readonly places: ReadonlyMap<string, PlaceFigures>
  readonly names: PlaceNames
  readonly notTracked: Credited
  /** Sum over all rows. */
  readonly credited: Credited
  readonly spent: SpentDays
  /** Of a fitted model. */
  readonly fit: FittedMarkov | undefined
  readonly facts: OrderFacts
  readonly booked: Booked
  /** Present where refunds are booked on their own day. */
  readonly givenBack: GivenBack | undefined
  readonly contribution: ContributionSet | undefined
  readonly warnings: readonly string[]
}

/** What to load for one range. */
export interface FigureAsk {
  readonly range: DayRange
  readonly asked: RequestedConfig
  readonly level: CreditLevel
  /** Whether to load what orders contribute. */
  readonly contribution: boolean
}

/** Builds the credit query for some days, with exchange rates where another currency is requested. */
export async function toCreditQuery(
  ctx: ShopContext,
  { range, asked }: Pick<FigureAsk, 'range' | 'asked'>,
): Promise<{ readonly question: CreditQuery; readonly warnings: readonly string[] }> {
  const currency = asked.currency ?? ctx.shop.currency
  const last = asked.date === 'touch' ? lastOrderDay(ctx, { range, asked }) : range.to
  const { rates, warnings } = await loadConversion(ctx, { from: range.from, to: last }, currency)
  // A fitted chain is not a model of single orders.
  const model = asked.model === 'markov' ? 'markov_local' : asked.model
  return { question: { range, asked, model, config: toCreditConfig(asked), currency, rates }, warnings }
}

async function loadConversion(
  ctx: ShopContext,
  range: DayRange,
  currency: string,
): Promise<{ readonly rates: Conversion | undefined; readonly warnings: readonly string[] }> {
  const { shop } = ctx
  if (currency === shop.currency) return { rates: undefined, warnings: [] }
  const known = await listDailyRates(ctx, { from: shop.currency, to: currency }, range)
  const rates = conversionOf({ currency }, { currency: shop.currency, rates: known }, [range])
  const missing = rates ? unratedDays(rates).length : 0
  const days = missing === 1 ? '1 day' : `${missing} days`
  const warning = `There is no exchange rate from ${shop.currency} to ${currency} for ${days}: orders of these days are left out.`
  return { rates, warnings: missing === 0 ? [] : [warning] }
}

/** Loads all figures of one range of days in parallel. */
export async function loadFigureSet(ctx: ShopContext, ask: FigureAsk): Promise<FigureSet> {
  const { range, asked, level } = ask
  const { question, warnings } = await toCreditQuery(ctx, ask)
  const { rates } = question
  const source: SourceAsk = { range, zone: ctx.shop.zone, asked, rates }
  const bookedAsk = { ...source, currency: asked.currency }
  const reading = Promise.all([
    readSpent(ctx, { range, currency: asked.currency }, level),
    loadPlaces(ctx, level, source),
    readOrderFacts(ctx, source, asked),
    readBooked(ctx, bookedAsk),
    asked.refund_basis === 'refund_date' ? readGivenBack(ctx, bookedAsk) : undefined,
    ask.contribution ? readContributionFacts(ctx, bookedAsk) : undefined,
  ])
  // Where credit fails, nobody waits for the rest any more.
  reading.catch(() => undefined)
  const model = await toModelQuery(ctx, question, level)
  const [earned, contributed] = await Promise.all([
    readKnown(ctx, model.query, CreditedPlaceRow),
    ask.contribution ? readContributed(ctx, model) : undefined,
  ])
  const credited = model.share(earned)
  const [spent, names, facts, booked, givenBack, contributionFacts] = await reading
  const tracked = credited.filter((place) => place.tracked)
  return {
    range,
    places: toPlaces({ credited: tracked, contributed, spent: spent.places, names, level }),
    names,
    notTracked: sumOf(credited.filter((place) => !place.tracked)),
    credited: sumOf(tracked),
    spent,
    fit: model.fit,
    facts,
    booked,
    givenBack,
    contribution: contributed && toContributionSet(contributed, contributionFacts),
    warnings: [...warnings, ...spent.warnings],
  }
}

function sumOf(parts: readonly Credited[]): Credited {
  return parts.reduce<Credited>((sum, part) => addCredit(sum, part), noCredit)
}

function toContributionSet(places: readonly ContributedPlace[], facts: ContributionFacts | undefined): ContributionSet {
  const of = (tracked: boolean) =>
    places
      .filter((place) => place.tracked === tracked)
      .reduce((sum, { contributed }) => addContributed(sum, contributed), noContribution)
  return { credited: of(true), notTracked: of(false), facts }
}

interface PlaceParts {
  readonly credited: readonly CreditedPlace[]
  readonly contributed: readonly ContributedPlace[] | undefined
  readonly spent: readonly SpentPlace[]
  readonly names: PlaceNames
  readonly level: CreditLevel
}

/** Joins credit, contribution and spend by row; each can be missing. */
function toPlaces({ credited, contributed, spent, names, level }: PlaceParts): Map<string, PlaceFigures> {
  const places = new Map<string, PlaceFigures>()
  const add = (given: PlaceIds, change: (known: PlaceFigures) => Partial<PlaceFigures>): void => {
    const ids = idsOf(given, level)
    const key = placeKey(ids, level)
    const known = places.get(key) ?? { ids, ...nothing, contributed: contributed && noContribution }
    places.set(key, { ...known, ...change(known) })
  }
  const withAccount = (place: PlaceIds): PlaceIds => ({
    ...place,
    account_id: place.account_id || names.accountOf(place.platform, place.campaign_id) || '',
  })
  for (const place of credited) {
    add(withAccount(place), (known) => ({ credited: addCredit(known.credited, place) }))
  }
  for (const place of contributed?.filter(({ tracked }) => tracked) ?? []) {
    add(withAccount(place), (known) => ({
      contributed: addContributed(known.contributed ?? noContribution, place.contributed),
    }))
  }
  for (const place of spent) {
    add({ ...place, channel: names.channelOf(place) }, (known) => ({
      spending: addSpending(known.spending, place),
      claimed_orders: addKnown(known.claimed_orders, place.claimed_orders),
      claimed_revenue: addKnown(known.claimed_revenue, place.claimed_revenue),
    }))
  }
  return places
}

const nothing = { credited: noCredit, spending: unknownSpending, claimed_orders: null, claimed_revenue: null }

function idsOf(place: PlaceIds, level: CreditLevel): PlaceIds {
  const told = new Set<string>(columnsOf(level))
  const of = (column: keyof PlaceIds): string => (told.has(column) ? place[column] : '')
  return {
    channel: place.channel,
    platform: of('platform'),
    account_id: of('account_id'),
    campaign_id: of('campaign_id'),
    ad_set_id: of('ad_set_id'),
    ad_id: of('ad_id'),
  }
}

/** The key of a row within its level. */
export function placeKey(ids: PlaceIds, level: CreditLevel): string {
  return [ids.channel, ...columnsOf(level).map((column) => ids[column])].map(encodeURIComponent).join('/')
}

function addSpending(one: Spending, other: Spending): Spending {
  const clicks = one.clicks === null && other.clicks === null ? null : (one.clicks ?? 0) + (other.clicks ?? 0)
  return { spend: addKnown(one.spend, other.spend), clicks }
}
