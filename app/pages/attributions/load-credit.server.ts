import { isAppError } from '@tillsight/core'
import type { AttributionResult } from '@tillsight/domain'
import { bandsOf } from '../../blocks/breakdown-table/columns.ts'
import { parseRowId, rowId } from '../../blocks/breakdown-table/levels.ts'
import type { ColumnModel, RowsLoad, TableModel } from '../../blocks/breakdown-table/model.ts'
import { type CreditChoice, modelName } from '../../blocks/credit/credit-choice.ts'
import type { Part } from '../../blocks/figures-page/part-card.tsx'
import { dayText, type FigureFormat, figureText, toNumber } from '../../format/index.ts'
import { toSearch } from '../../search/index.ts'
import { type CreditColumn, columnsFor, creditGroups, leadColumn } from './columns.ts'
import { creditLevel, firstRows, loadCreditBranch, printCreditRows } from './load-rows.server.ts'
import { printSeries, seriesInterval } from './load-series.server.ts'
import type { CreditModelView, HeadFigure } from './model.ts'
import { printClosing } from './print-closing.server.ts'
import { type CreditQuery, creditRowsInput, creditSorting, formatOf } from './query.server.ts'
import { creditFigures, ordersText } from './rows.server.ts'

/** Attribution by level, or why it cannot be shown. */
export async function loadCredit(query: CreditQuery): Promise<Part<CreditModelView>> {
  try {
    const level = creditLevel(query)
    // The same result has the time series.
    const interval = seriesInterval(query.period.range)
    const asked = { level, parent: undefined, cursor: query.state.after, limit: firstRows, interval }
    const [result, branches] = await Promise.all([
      query.services.run('attribution.query', creditRowsInput(query, asked)),
      loadBranches(query),
    ])
    const page = printCreditRows(query, asked, result)
    return {
      state: 'ready',
      model: {
        ...overviewOf(query, result),
        table: { ...toTable(query, result), showing: level, page, branches },
      },
    }
  } catch (failure) {
    if (!isAppError(failure) || !['invalid_input', 'limit_reached', 'unavailable'].includes(failure.code)) throw failure
    return { state: 'failed', message: failure.message }
  }
}

/** Children by expanded row. */
async function loadBranches(query: CreditQuery): Promise<Readonly<Record<string, RowsLoad>>> {
  const parents = query.state.unfolded.flatMap((text) => parseRowId(text) ?? [])
  const loaded = await Promise.all(
    parents.map(async (parent) => [rowId(parent), await loadCreditBranch(query, parent, undefined)] as const),
  )
  return Object.fromEntries(loaded)
}

function toTable(query: CreditQuery, answer: AttributionResult): Omit<TableModel, 'showing' | 'page' | 'branches'> {
  const { columns } = query
  return {
    columns: columns.map((column) => ({
      ...toColumn(column, query.choice),
      onPhone: onPhone(column.key, creditSorting(query).key),
    })),
    bands: bandsOf(columns).map((band) => ({ ...band, ...bandText(band.group, answer) })),
    reportedBy: bandText('claimed', answer).label,
    sorting: creditSorting(query),
    lead: leadColumn,
    format: formatOf(query, answer.currency),
    totals: {
      figures: creditFigures(query, { figures: answer.totals, before: answer.compare?.totals, answer }),
    },
    filters: [],
    claims: [],
    choices: columnsFor(query.services.may).map(({ key, label, group }) => ({
      key,
      label: group === 'claimed' ? `Claimed ${label.toLowerCase().replace('roas', 'ROAS')}` : label,
      group: creditGroups.find(({ id }) => id === group)?.label ?? '',
    })),
    notes: notesOf(query, answer).map((text) => ({ text })),
    maturing: null,
    exportSearch: toSearch({ ...query.state, after: undefined, place: undefined, unfolded: [] }),
  }
}

/** A phone has room for two figures beside a name: the one that rows are sorted by, and orders beside revenue or the reverse. */
function onPhone(key: string, sorted: string): ColumnModel['onPhone'] {
  const other = sorted === leadColumn ? 'orders' : leadColumn
  return key === sorted || key === other ? 'beside' : undefined
}

const netOfDays = 'The same less what came back on these days, of whatever order.'

function toColumn({ key, label, hint, group, unit, better, isSortable }: CreditColumn, { refunds }: CreditChoice) {
  const told = key === 'net_revenue' && refunds === 'own' ? netOfDays : hint
  const measure = { unit, better, ...(unit === 'count' ? { digits: 2 } : {}) }
  return { key, label, hint: told, kind: 'figure', measure, isSortable, isClaim: group === 'claimed' } as const
}

function bandText(group: CreditColumn['group'], result: AttributionResult) {
  const label = creditGroups.find(({ id }) => id === group)?.label ?? ''
  if (group === 'own') return { label: `Credited by “${modelName(result.model)}”`, hint: null }
  if (group !== 'claimed') return { label, hint: null }
  return {
    label,
    hint: 'What each platform says its ads have sold, by its own rules. One order can be claimed by several, so sums over platforms are no count of orders.',
  }
}

function notesOf({ columns, state, choice }: CreditQuery, result: AttributionResult): readonly string[] {
  return [
    ...result.warnings,
    ...(choice.model === 'markov'
      ? [
          'Channels get what the whole graph gives them; campaigns and ads what their own orders give them. Their sums differ a little, because the one looks at all journeys and the other at each.',
        ]
      : []),
    ...(columns.some(({ group }) => group === 'claimed')
      ? ['Claims are the platforms’ own words and are not added up: one order can be claimed by several.']
      : []),
    ...(state.filters.length > 0 ? ['Filters about orders do not apply to credit.'] : []),
    ...(state.find === undefined ? [] : [`Rows are those that hold “${state.find}”; the totals are of all.`]),
  ]
}

function overviewOf(query: CreditQuery, result: AttributionResult): Omit<CreditModelView, 'table'> {
  const format = formatOf(query, result.currency)
  const { tracked_share: tracked, consent_gap: gap, fit } = result
  return {
    figures: figuresOf(query, result),
    tracked: {
      share: toNumber(tracked.revenue),
      text: figureText(tracked.revenue, 'percent', format),
      orders: figureText(tracked.orders, 'percent', format),
      gap:
        gap.orders > 0
          ? `${ordersText(gap.orders, format)} orders (${figureText(gap.revenue, 'money', format)}) have no contact because consent was not given.`
          : null,
      leftOut: leftOutText(result.left_out, format),
    },
    course: printSeries(query, result),
    closing: printClosing(result.closing, format),
    fit: fit ? { sentence: fit.sentence, isEnough: fit.is_enough } : null,
    incomplete: result.incomplete_from === null ? null : dayText(result.incomplete_from),
    pending: Number(result.closing.pending) === 0 ? null : figureText(result.closing.pending, 'money', format),
    hasSpend: result.totals.spend !== null,
    isUntracked: result.rows.length === 0 || Number(result.closing.credited) === 0,
  }
}

/** People whose touchpoints were excluded, and why. */
function leftOutText({ people, orders, revenue }: AttributionResult['left_out'], format: FigureFormat): string | null {
  if (orders === 0) return null
  const of = `${figureText(orders, 'count', format)} ${orders === 1 ? 'order' : 'orders'} (${figureText(revenue, 'money', format)})`
  const whose = people === 1 ? 'a customer' : `${figureText(people, 'count', format)} customers`
  return `${of} of ${whose} seen on more than 50 devices have no contact: that is staff, a till or a click farm, so their visits are left out.`
}

/** Figures that need no model come first: they are the same under all models. */
function figuresOf(query: CreditQuery, result: AttributionResult): readonly HeadFigure[] {
  const format = formatOf(query, result.currency)
  const { totals, closing } = result
  const hasSpend = (toNumber(totals.spend) ?? 0) > 0
  return [
    {
      key: 'revenue',
      label: closing.metric === 'goods' ? 'Goods sold' : 'Revenue of orders',
      text: figureText(totals.revenue, 'money', format),
      note: `${ordersText(totals.orders, format)} orders, the same under every model`,
    },
    {
      key: 'spend',
      label: 'Ad spend',
      text: figureText(totals.spend, 'money', format),
      note: totals.spend === null ? 'not known, which is not zero' : 'of all channels',
    },
    {
      key: 'mer',
      label: 'Revenue ÷ spend',
      text: figureText(totals.roas, 'ratio', format),
      note: 'MER: needs no attribution',
    },
    {
      key: 'new',
      label: 'New customers',
      text: ordersText(totals.new_orders, format),
      note: hasSpend ? `${figureText(totals.cost_per_new_customer, 'money', format)} of spend each` : 'first orders',
    },
  ]
}
