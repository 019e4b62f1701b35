import { isAppError } from '@tillsight/core'
import type { AttributionResult } from '@tillsight/domain'
import { withWidths } from '../../blocks/breakdown-table/column-width.server.ts'
import { bandsOf, isAlone } from '../../blocks/breakdown-table/columns.ts'
import { parseRowId, rowId } from '../../blocks/breakdown-table/levels.ts'
import type { ColumnModel, RowsLoad, TableModel, TableNote } from '../../blocks/breakdown-table/model.ts'
import { refusalSentence } from '../../blocks/fields/word-refusal.server.ts'
import type { Part } from '../../blocks/figures-page/part-card.tsx'
import { dayText, type FigureFormat, figureText, toNumber } from '../../format/index.ts'
import { sayServer } from '../../language/server-words.server.ts'
import { toSearch } from '../../search/index.ts'
import { type CreditColumn, columnsFor, leadColumn } from './columns.ts'
import { creditLevel, firstRows, loadCreditBranch, printCreditRows } from './load-rows.server.ts'
import { printSeries, seriesInterval } from './load-series.server.ts'
import type { CreditModelView, HeadFigure } from './model.ts'
import { printClosing } from './print-closing.server.ts'
import { printFit } from './print-fit.server.ts'
import { type CreditQuery, creditRowsInput, creditSorting, formatOf } from './query.server.ts'
import { creditFigures, ordersText } from './rows.server.ts'
import { namesIn, sayIn } from './words.server.ts'
import type { SayAttribution } from './words.ts'

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
    return { state: 'failed', message: refusalSentence(failure, query.services.shop.display.language) }
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
  const say = sayIn(query)
  return withWidths({
    columns: columns.map((column, place) => ({
      ...toColumn(query, column),
      ...(isAlone(columns, place) ? { head: choiceText(say, column.key) } : {}),
      onPhone: onPhone(column.key, creditSorting(query).key),
    })),
    bands: bandsOf(columns).map((band) => ({ ...band, ...bandText(query, band.group, answer) })),
    reportedBy: bandText(query, 'claimed', answer).label,
    sorting: creditSorting(query),
    lead: leadColumn,
    format: formatOf(query, answer.currency),
    totals: {
      figures: creditFigures(query, { figures: answer.totals, before: answer.compare?.totals, answer }),
    },
    filters: [],
    claims: [],
    choices: columnsFor(query.services.may).map(({ key, group }) => ({
      key,
      label: choiceText(say, key),
      group: say(`printed.group.${group}`),
    })),
    notes: notesOf(query, answer),
    maturing: null,
    exportSearch: toSearch({ ...query.state, after: undefined, place: undefined, unfolded: [] }),
  })
}

/** A phone has room for two figures beside a name: the one that rows are sorted by, and orders beside revenue or the reverse. */
function onPhone(key: string, sorted: string): ColumnModel['onPhone'] {
  const other = sorted === leadColumn ? 'orders' : leadColumn
  return key === sorted || key === other ? 'beside' : undefined
}

/** The columns of what platforms report have the names of our own below a heading that says so: a list has none. */
function choiceText(say: SayAttribution, key: CreditColumn['key']): string {
  const isReported = key === 'claimed_orders' || key === 'claimed_revenue' || key === 'claimed_roas'
  return isReported ? say(`printed.choice.${key}`) : say(`printed.column.${key}`)
}

function toColumn(query: CreditQuery, { key, group, unit, better, isSortable }: CreditColumn) {
  const say = sayIn(query)
  const isByRefund = key === 'net_revenue' && query.choice.refunds === 'own'
  const hint = say(isByRefund ? 'printed.about.net_revenue_own' : `printed.about.${key}`)
  const measure = { unit, better, ...(unit === 'count' ? { digits: 2 } : {}) }
  const label = say(`printed.column.${key}`)
  return { key, label, hint, kind: 'figure', measure, isSortable, isClaim: group === 'claimed' } as const
}

function bandText(query: CreditQuery, group: CreditColumn['group'], result: AttributionResult) {
  const say = sayIn(query)
  const label =
    group === 'own'
      ? say('printed.band.own', { model: namesIn(query).model(result.model) })
      : say(`printed.group.${group}`)
  return { label, hint: group === 'claimed' ? say('printed.band.about_claimed') : null }
}

function notesOf(query: CreditQuery, result: AttributionResult): readonly TableNote[] {
  const { columns, state, choice } = query
  const say = sayIn(query)
  const find = state.find ?? ''
  return [
    ...result.warnings.map((text) => sayServer(text, query.services.shop.display.language)),
    ...[
      choice.model === 'markov' ? say('printed.note.markov') : '',
      columns.some(({ group }) => group === 'claimed') ? say('printed.note.sum') : '',
      state.filters.length > 0 ? say('printed.note.order_filters') : '',
      find === '' ? '' : say('printed.note.find', { find }),
    ]
      .filter(Boolean)
      .map((text) => ({ text })),
  ]
}

function overviewOf(query: CreditQuery, result: AttributionResult): Omit<CreditModelView, 'table'> {
  const format = formatOf(query, result.currency)
  const say = sayIn(query)
  const { tracked_share: tracked, consent_gap: gap, fit } = result
  return {
    figures: figuresOf(query, result),
    tracked: {
      share: toNumber(tracked.revenue),
      text: figureText(tracked.revenue, 'percent', format),
      orders: figureText(tracked.orders, 'percent', format),
      gap: gap.orders > 0 ? say('printed.gap', countedIn(gap, format)) : null,
      leftOut:
        result.left_out.orders > 0
          ? say('printed.left_out', { ...countedIn(result.left_out, format), people: result.left_out.people })
          : null,
    },
    course: printSeries(query, result),
    closing: printClosing(result.closing, {
      format,
      say,
      nameOf: (metric) => query.services.catalogue().metrics.find(({ key }) => key === metric)?.label ?? metric,
    }),
    fit: fit ? printFit(query, fit) : null,
    incomplete: result.incomplete_from === null ? null : dayText(result.incomplete_from, format.language),
    pending: Number(result.closing.pending) === 0 ? null : figureText(result.closing.pending, 'money', format),
    hasSpend: result.totals.spend !== null,
    isUntracked: result.rows.length === 0 || Number(result.closing.credited) === 0,
  }
}

/** Values of a text that counts orders. */
function countedIn({ orders, revenue }: { readonly orders: number; readonly revenue: string }, format: FigureFormat) {
  return { count: orders, orders: ordersText(orders, format), revenue: figureText(revenue, 'money', format) }
}

/** Figures that need no model come first: they are the same under all models. */
function figuresOf(query: CreditQuery, result: AttributionResult): readonly HeadFigure[] {
  const format = formatOf(query, result.currency)
  const say = sayIn(query)
  const { totals, closing } = result
  const hasSpend = (toNumber(totals.spend) ?? 0) > 0
  return [
    {
      key: 'revenue',
      label: say(closing.metric === 'goods' ? 'printed.figure.goods' : 'printed.figure.orders'),
      text: figureText(totals.revenue, 'money', format),
      note: say('printed.figure.orders_note', {
        count: Number(totals.orders),
        orders: ordersText(totals.orders, format),
      }),
    },
    {
      key: 'spend',
      label: say('printed.figure.spend'),
      text: figureText(totals.spend, 'money', format),
      note: say(totals.spend === null ? 'printed.figure.spend_unknown' : 'printed.figure.spend_note'),
    },
    {
      key: 'mer',
      label: say('printed.figure.mer'),
      text: figureText(totals.roas, 'ratio', format),
      note: say('printed.figure.mer_note', { unit: figureText(1, 'money', { ...format, decimals: 0 }) }),
    },
    {
      key: 'new',
      label: say('printed.figure.new'),
      text: ordersText(totals.new_orders, format),
      note: hasSpend
        ? say('printed.figure.new_note', { amount: figureText(totals.cost_per_new_customer, 'money', format) })
        : say('printed.figure.new_first'),
    },
  ]
}
