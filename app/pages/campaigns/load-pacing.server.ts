import { addDays, type Day, dayOf, parseDay } from '@tillsight/core/days'
import type { AdAccountFacts, PlaceFacts } from '@tillsight/domain'
import type { Filter, MetricQuery, MetricRow, MetricValue } from '@tillsight/metrics'
import { leadMetric } from '../../blocks/breakdown-table/columns.ts'
import { accountOf, type Level } from '../../blocks/breakdown-table/levels.ts'
import type { BudgetFacts } from '../../blocks/breakdown-table/model.ts'
import { pace } from './pacing.ts'
import type { AdsQuery } from './query.server.ts'

/** Rows by entity key. */
type Rows = ReadonlyMap<string, MetricRow>

/**
 * Recent spend of all campaigns, which can be queried before it is known which ones are shown. Undefined where a single query
 * is not enough: accounts differ in currency or time zone, or there are too many campaigns.
 */
export async function askAllSpent(question: AdsQuery): Promise<Rows | undefined> {
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

interface PacingParams {
  readonly level: Level
  readonly places: readonly PlaceFacts[]
  /** The spend of all campaigns, if already loaded. */
  readonly allSpent?: Rows | undefined
}

/**
 * Budget utilisation of some entities of one level, by key. Budgets are in the account's currency and days in its time zone,
 * so spend is queried in both; usually all accounts agree, and one query is enough.
 */
export async function loadPacing(
  question: AdsQuery,
  { level, places, allSpent }: PacingParams,
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

/** Key of the accounts whose budgets one query can measure. */
function groupOf(account: AdAccountFacts, question: AdsQuery): string {
  return `${account.currency} ${todayOf(account, question)}`
}

function partsOf(group: string): Pick<Group, 'currency' | 'today'> {
  const [currency = '', today = ''] = group.split(' ')
  return { currency, today: parseDay(today) }
}

function budgetPer({ budget }: PlaceFacts): string {
  return budget?.per ?? ''
}

function todayOf({ zone }: AdAccountFacts, { now, services }: AdsQuery): Day {
  return dayOf(new Date(now), zone || services.shop.zone)
}

interface Group {
  readonly level: Level
  readonly members: readonly Budgeted[]
  readonly allSpent: Rows | undefined
  readonly currency: string
  /** Today in the accounts' time zone. */
  readonly today: Day
}

async function paceGroup(question: AdsQuery, group: Group): Promise<(readonly [string, BudgetFacts])[]> {
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

/** Without a row an entity has spent nothing; with a row but no figure its spend is unknown. */
function spentOf(value: MetricValue | undefined, row: MetricRow | undefined): string | null {
  if (!row) return '0'
  return value === null || value === undefined ? null : String(value)
}

async function findSpent(group: Group, question: AdsQuery): Promise<Rows> {
  if (group.allSpent) return group.allSpent
  return askRows(group, { ...spentQuery(group.level, group, question), ...placesOf(group) }, question)
}

async function askRows({ level }: Group, query: MetricQuery, { services }: AdsQuery): Promise<Rows> {
  const { rows = [] } = await services.run('metrics.query', query)
  return byKey(level, rows)
}

function byKey(level: Level, rows: readonly MetricRow[]): Rows {
  return new Map(rows.map((row) => [row.dimensions[level] ?? '', row]))
}

/** Spend of today and of the week before. */
function spentQuery(level: Level, days: Pick<Group, 'currency' | 'today'>, question: AdsQuery): MetricQuery {
  const { today } = days
  return {
    ...spendQuery(level, days, question),
    from: today,
    to: today,
    compare: { from: addDays(today, -7), to: addDays(today, -1) },
  }
}

/** Spend over an entity's lifetime: a lifetime budget starts with its entity. */
function everQuery(group: Group, question: AdsQuery): MetricQuery {
  const { level, today, members } = group
  const first = members.map(({ place }) => place.startsOn ?? longAgo(today)).toSorted()[0] ?? today
  const from = first > today ? today : parseDay(first)
  return { ...spendQuery(level, group, question), ...placesOf(group), from, to: today }
}

/** Platforms report no more than about three years. */
function longAgo(today: Day): Day {
  return addDays(today, -3 * 366)
}

function spendQuery(
  level: Level,
  { currency }: Pick<Group, 'currency'>,
  { services: { shop } }: AdsQuery,
): Pick<MetricQuery, 'metrics' | 'dimensions' | 'currency'> {
  return { metrics: [leadMetric], dimensions: [level], ...(currency === shop.currency ? {} : { currency }) }
}

function placesOf({ level, members }: Pick<Group, 'level' | 'members'>): Pick<MetricQuery, 'filters' | 'limit'> {
  const filter: Filter = { dimension: level, operator: 'is', values: members.map(({ place }) => place.key) }
  return { filters: [filter], limit: members.length }
}
