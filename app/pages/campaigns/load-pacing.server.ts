import { addDays, type Day, dayOf, parseDay } from '@tillsight/core/days'
import type { AdAccountFacts, PlaceFacts } from '@tillsight/domain'
import type { Filter, MetricQuery, MetricRow, MetricValue } from '@tillsight/metrics'
import { leadMetric } from '../../blocks/breakdown-table/columns.ts'
import { accountOf, type Level } from '../../blocks/breakdown-table/levels.ts'
import type { BudgetFacts } from '../../blocks/breakdown-table/model.ts'
import { pace } from './pacing.ts'
import type { AdsQuestion } from './question.server.ts'

/** Rows by the keys of their places. */
type Rows = ReadonlyMap<string, MetricRow>

/**
 * What was spent of late in all campaigns, which need not wait until it is known which of them are shown. Undefined where
 * one question does not tell: accounts are in several currencies or days, or there are too many campaigns.
 */
export async function askAllSpent(question: AdsQuestion): Promise<Rows | undefined> {
  const [group, ...others] = new Set(question.choices.accounts.map((account) => groupOf(account, question)))
  if (group === undefined || others.length > 0) return undefined
  const { rows = [], cursor } = await question.services.run('metrics.query', {
    ...spentQuery('campaign', partsOf(group), question),
    limit: mostCampaigns,
  })
  return cursor === undefined ? byKey('campaign', rows) : undefined
}

const mostCampaigns = 500

interface Budgeted {
  readonly place: PlaceFacts
  readonly budget: NonNullable<PlaceFacts['budget']>
}

interface PacingAsked {
  readonly level: Level
  readonly places: readonly PlaceFacts[]
  /** As far as it is known already. */
  readonly allSpent?: Rows | undefined
}

/**
 * How far the budgets of some places of one level are used, by their keys. Budgets are in the account's currency and days
 * in its zone, so what was spent is asked for in both; as a rule all accounts agree, and it is one question.
 */
export async function loadPacing(
  question: AdsQuestion,
  { level, places, allSpent }: PacingAsked,
): Promise<ReadonlyMap<string, BudgetFacts>> {
  const accounts = new Map(question.choices.accounts.map((account) => [account.key, account]))
  const budgeted = places.flatMap((place): Budgeted[] => (place.budget ? [{ place, budget: place.budget }] : []))
  const groups = Map.groupBy(budgeted, ({ place }) => {
    const account = accounts.get(accountOf({ level, key: place.key }))
    return account ? `${groupOf(account, question)} ${budgetPer(place)}` : undefined
  })
  const paced = await Promise.all(
    [...groups].map(async ([group, members]) => {
      if (group === undefined) return []
      return paceGroup(question, { level, members, allSpent, ...partsOf(group) })
    }),
  )
  return new Map(paced.flat())
}

/** Accounts whose budgets can be measured by the same question. */
function groupOf(account: AdAccountFacts, question: AdsQuestion): string {
  return `${account.currency} ${todayOf(account, question)}`
}

function partsOf(group: string): Pick<Group, 'currency' | 'today'> {
  const [currency = '', today = ''] = group.split(' ')
  return { currency, today: parseDay(today) }
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
  readonly allSpent: Rows | undefined
  readonly currency: string
  /** In the zone of the accounts. */
  readonly today: Day
}

async function paceGroup(question: AdsQuestion, group: Group): Promise<(readonly [string, BudgetFacts])[]> {
  const { members, currency } = group
  const isWhole = members[0]?.budget.per === 'lifetime'
  const rows = isWhole ? await askRows(group, everQuery(group, question), question) : await findSpent(group, question)
  return members.map(({ place, budget }) => {
    const row = rows.get(place.key)
    const spent = isWhole
      ? { today: null, lastWeek: null, ever: spentOf(row?.values[leadMetric], row) }
      : {
          today: spentOf(row?.values[leadMetric], row),
          lastWeek: spentOf(row?.before?.[leadMetric], row),
          ever: null,
        }
    return [place.key, { ...budget, ...pace(budget, spent), currency, endsOn: place.endsOn }]
  })
}

/** A place without a row has spent nothing; one whose figure is not known is not known. */
function spentOf(value: MetricValue | undefined, row: MetricRow | undefined): string | null {
  if (!row) return '0'
  return value === null || value === undefined ? null : String(value)
}

async function findSpent(group: Group, question: AdsQuestion): Promise<Rows> {
  if (group.allSpent) return group.allSpent
  return askRows(group, { ...spentQuery(group.level, group, question), ...placesOf(group) }, question)
}

async function askRows({ level }: Group, query: MetricQuery, { services }: AdsQuestion): Promise<Rows> {
  const { rows = [] } = await services.run('metrics.query', query)
  return byKey(level, rows)
}

function byKey(level: Level, rows: readonly MetricRow[]): Rows {
  return new Map(rows.map((row) => [row.dimensions[level] ?? '', row]))
}

/** Today, and the week before it. */
function spentQuery(level: Level, days: Pick<Group, 'currency' | 'today'>, question: AdsQuestion): MetricQuery {
  const { today } = days
  return {
    ...spendQuery(level, days, question),
    from: today,
    to: today,
    compare: { from: addDays(today, -7), to: addDays(today, -1) },
  }
}

/** What a budget was for begins with its place; nothing was spent on that before. */
function everQuery(group: Group, question: AdsQuestion): MetricQuery {
  const { level, today, members } = group
  const first = members.map(({ place }) => place.startsOn ?? longAgo(today)).toSorted()[0] ?? today
  const from = first > today ? today : parseDay(first)
  return { ...spendQuery(level, group, question), ...placesOf(group), from, to: today }
}

/** Platforms tell no more than some three years. */
function longAgo(today: Day): Day {
  return addDays(today, -3 * 366)
}

function spendQuery(
  level: Level,
  { currency }: Pick<Group, 'currency'>,
  { services: { shop } }: AdsQuestion,
): Pick<MetricQuery, 'metrics' | 'dimensions' | 'currency'> {
  return { metrics: [leadMetric], dimensions: [level], ...(currency === shop.currency ? {} : { currency }) }
}

function placesOf({ level, members }: Pick<Group, 'level' | 'members'>): Pick<MetricQuery, 'filters' | 'limit'> {
  const filter: Filter = { dimension: level, operator: 'is', values: members.map(({ place }) => place.key) }
  return { filters: [filter], limit: members.length }
}
