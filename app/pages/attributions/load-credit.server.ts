import { isAppError } from '@tillsight/core'
import type { AttributionAnswer } from '@tillsight/domain'
import { bandsOf } from '../../blocks/breakdown-table/columns.ts'
import { parseRowId, rowId } from '../../blocks/breakdown-table/levels.ts'
import type { RowsLoad, TableModel } from '../../blocks/breakdown-table/model.ts'
import { type CreditChoice, modelName } from '../../blocks/credit/credit-choice.ts'
import type { Part } from '../../blocks/figures-page/part-card.tsx'
import { dayText, type FigureFormat, figureText, toNumber } from '../../format/index.ts'
import { toSearch } from '../../search/index.ts'
import { type CreditColumn, creditColumns, creditGroups, leadColumn } from './columns.ts'
import { courseInterval, printCourse } from './load-course.server.ts'
import { creditLevel, firstRows, loadCreditBranch, printCreditRows } from './load-rows.server.ts'
import type { CreditModelView, HeadFigure } from './model.ts'
import { printClosing } from './print-closing.server.ts'
import { type CreditQuestion, creditRowsInput, creditSorting, formatOf } from './question.server.ts'
import { creditFigures, ordersText } from './rows.server.ts'

/** Attribution by level, or why it cannot be shown. */
export async function loadCredit(question: CreditQuestion): Promise<Part<CreditModelView>> {
  try {
    const level = creditLevel(question)
    // The same result has the time series.
    const interval = courseInterval(question.period.range)
    const asked = { level, parent: undefined, cursor: question.state.after, limit: firstRows, interval }
    const [answer, branches] = await Promise.all([
      question.services.run('attribution.query', creditRowsInput(question, asked)),
      loadBranches(question),
    ])
    const page = printCreditRows(question, asked, answer)
    return {
      state: 'ready',
      model: {
        ...overviewOf(question, answer),
        table: { ...toTable(question, answer), showing: level, page, branches },
      },
    }
  } catch (failure) {
    if (!isAppError(failure) || !['invalid_input', 'limit_reached', 'unavailable'].includes(failure.code)) throw failure
    return { state: 'failed', message: failure.message }
  }
}

/** Children by expanded row. */
async function loadBranches(question: CreditQuestion): Promise<Readonly<Record<string, RowsLoad>>> {
  const parents = question.state.unfolded.flatMap((text) => parseRowId(text) ?? [])
  const loaded = await Promise.all(
    parents.map(async (parent) => [rowId(parent), await loadCreditBranch(question, parent, undefined)] as const),
  )
  return Object.fromEntries(loaded)
}

function toTable(
  question: CreditQuestion,
  answer: AttributionAnswer,
): Omit<TableModel, 'showing' | 'page' | 'branches'> {
  const { columns } = question
  return {
    columns: columns.map((column) => toColumn(column, question.choice)),
    bands: bandsOf(columns).map((band) => ({ ...band, ...bandText(band.group, answer) })),
    sorting: creditSorting(question),
    lead: leadColumn,
    format: formatOf(question, answer.currency),
    totals: {
      figures: creditFigures(question, { figures: answer.totals, before: answer.compare?.totals, answer }),
    },
    filters: [],
    claims: [],
    choices: creditColumns.map(({ key, label, group }) => ({
      key,
      label: group === 'claimed' ? `Claimed ${label.toLowerCase().replace('roas', 'ROAS')}` : label,
      group: creditGroups.find(({ id }) => id === group)?.label ?? '',
    })),
    notes: notesOf(question, answer),
    maturing: null,
    exportSearch: toSearch({ ...question.state, after: undefined, place: undefined, unfolded: [] }),
  }
}

const netOfDays = 'The same less what came back on these days, of whatever order.'

function toColumn({ key, label, hint, group, unit, better, isSortable }: CreditColumn, { refunds }: CreditChoice) {
  const told = key === 'net_revenue' && refunds === 'own' ? netOfDays : hint
  const measure = { unit, better, ...(unit === 'count' ? { digits: 2 } : {}) }
  return { key, label, hint: told, kind: 'figure', measure, isSortable, isClaim: group === 'claimed' } as const
}

function bandText(group: CreditColumn['group'], answer: AttributionAnswer) {
  const label = creditGroups.find(({ id }) => id === group)?.label ?? ''
  if (group === 'own') return { label: `Credited by “${modelName(answer.model)}”`, hint: null }
  if (group !== 'claimed') return { label, hint: null }
  return {
    label,
    hint: 'What each platform says its ads have sold, by its own rules. One order can be claimed by several, so sums over platforms are no count of orders.',
  }
}

function notesOf({ columns, state, choice }: CreditQuestion, answer: AttributionAnswer): readonly string[] {
  return [
    ...answer.warnings,
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

function overviewOf(question: CreditQuestion, answer: AttributionAnswer): Omit<CreditModelView, 'table'> {
  const format = formatOf(question, answer.currency)
  const { tracked_share: tracked, consent_gap: gap, fit } = answer
  return {
    figures: figuresOf(question, answer),
    tracked: {
      share: toNumber(tracked.revenue),
      text: figureText(tracked.revenue, 'percent', format),
      orders: figureText(tracked.orders, 'percent', format),
      gap:
        gap.orders > 0
          ? `${ordersText(gap.orders, format)} orders (${figureText(gap.revenue, 'money', format)}) have no contact because consent was not given.`
          : null,
      leftOut: leftOutText(answer.left_out, format),
    },
    course: printCourse(question, answer),
    closing: printClosing(answer.closing, format),
    fit: fit ? { sentence: fit.sentence, isEnough: fit.is_enough } : null,
    incomplete: answer.incomplete_from === null ? null : dayText(answer.incomplete_from),
    pending: Number(answer.closing.pending) === 0 ? null : figureText(answer.closing.pending, 'money', format),
    hasSpend: answer.totals.spend !== null,
    isUntracked: answer.rows.length === 0 || Number(answer.closing.credited) === 0,
  }
}

/** People whose touchpoints were excluded, and why. */
function leftOutText({ people, orders, revenue }: AttributionAnswer['left_out'], format: FigureFormat): string | null {
  if (orders === 0) return null
  const of = `${figureText(orders, 'count', format)} ${orders === 1 ? 'order' : 'orders'} (${figureText(revenue, 'money', format)})`
  const whose = people === 1 ? 'a customer' : `${figureText(people, 'count', format)} customers`
  return `${of} of ${whose} seen on more than 50 devices have no contact: that is staff, a till or a click farm, so their visits are left out.`
}

/** Figures that need no model come first: they are the same under all models. */
function figuresOf(question: CreditQuestion, answer: AttributionAnswer): readonly HeadFigure[] {
  const format = formatOf(question, answer.currency)
  const { totals, closing } = answer
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
