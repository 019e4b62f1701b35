import { addDays, type Day, dayOf, parseDay } from '@tillsight/core/days'
import type { AdAccountFacts, PlaceFacts } from '@tillsight/domain'
import type { Filter, MetricQuery, MetricRow, MetricValue } from '@tillsight/metrics'
import { leadMetric } from './columns.ts'
import { accountOf, type Level } from './levels.ts'
import { type Pacing, pace } from './pacing.ts'
import type { AdsQuestion } from './question.server.ts'

/** A budget with how far it is used, in its account's currency. */
export interface PacedBudget {
  readonly budget: NonNullable<PlaceFacts['budget']>
  readonly pacing: Pacing
  readonly currency: string
}

interface Budgeted {
  readonly place: PlaceFacts
  readonly budget: NonNullable<PlaceFacts['budget']>
}

/**
 * How far the budgets of some places of one level are used, by their keys. Budgets are in the account's currency and days
 * in its zone, so what was spent is asked for in both; as a rule all accounts agree, and it is one question.
 */
export async function loadPacing(
  question: AdsQuestion,
  level: Level,
  places: readonly PlaceFacts[],
): Promise<ReadonlyMap<string, PacedBudget>> {
  const accounts = new Map(question.choices.accounts.map((account) => [account.key, account]))
  const budgeted = places.flatMap((place): Budgeted[] => (place.budget ? [{ place, budget: place.budget }] : []))
  const groups = Map.groupBy(budgeted, ({ place }) => {
    const account = accounts.get(accountOf({ level, key: place.key }))
    return account ? `${account.currency} ${todayOf(account, question)} ${budgetPer(place)}` : undefined
  })
  const paced = await Promise.all(
    [...groups].map(async ([group, members]) => {
      if (group === undefined) return []
      const [currency = '', today = ''] = group.split(' ')
      return paceGroup(question, { level, members, currency, today: parseDay(today) })
    }),
  )
  return new Map(paced.flat())
}

function budgetPer({ budget }: PlaceFacts): string {
  return budget?.per ?? ''
}

function todayOf({ zone }: AdAccountFacts, { now, services }: AdsQuestion): Day {
  return dayOf(new Date(now), zone || services.shop.zone)
}

interface Group {
  readonly level: Level
  readonly members: readonly Budgeted[]
  readonly currency: string
  /** In the zone of the accounts. */
  readonly today: Day
}

async function paceGroup(question: AdsQuestion, group: Group): Promise<(readonly [string, PacedBudget])[]> {
  const { level, members, currency } = group
  const isWhole = members[0]?.budget.per === 'lifetime'
  const { rows = [] } = await question.services.query(
    isWhole ? everQuery(group, question) : todayQuery(group, question),
  )
  const byKey = new Map(rows.map((row) => [row.dimensions[level] ?? '', row]))
  return members.map(({ place, budget }) => {
    const row = byKey.get(place.key)
    const spent = isWhole
      ? { today: null, lastWeek: null, ever: spentOf(row?.values[leadMetric], row) }
      : {
          today: spentOf(row?.values[leadMetric], row),
          lastWeek: spentOf(row?.before?.[leadMetric], row),
          ever: null,
        }
    return [place.key, { budget, pacing: pace(budget, spent), currency }]
  })
}

/** A place without a row has spent nothing; one whose figure is not known is not known. */
function spentOf(value: MetricValue | undefined, row: MetricRow | undefined): string | null {
  if (!row) return '0'
  return value === null || value === undefined ? null : String(value)
}

function todayQuery(group: Group, question: AdsQuestion): MetricQuery {
  const { today } = group
  return {
    ...placesQuery(group, question),
    from: today,
    to: today,
    compare: { from: addDays(today, -7), to: addDays(today, -1) },
  }
}

/** What a budget was for begins with its place; nothing was spent on that before. */
function everQuery(group: Group, question: AdsQuestion): MetricQuery {
  const { today, members } = group
  const first = members.map(({ place }) => place.startsOn ?? longAgo(today)).toSorted()[0] ?? today
  return { ...placesQuery(group, question), from: first > today ? today : parseDay(first), to: today }
}

/** Platforms tell no more than some three years. */
function longAgo(today: Day): Day {
  return addDays(today, -3 * 366)
}

function placesQuery(
  { level, members, currency }: Group,
  { services: { shop } }: AdsQuestion,
): Pick<MetricQuery, 'metrics' | 'dimensions' | 'filters' | 'limit' | 'currency'> {
  const filter: Filter = { dimension: level, operator: 'is', values: members.map(({ place }) => place.key) }
  return {
    metrics: [leadMetric],
    dimensions: [level],
    filters: [filter],
    limit: members.length,
    ...(currency === shop.currency ? {} : { currency }),
  }
}
