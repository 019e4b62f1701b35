import type { ImportDetail, ImportPreview, ImportReport, WorkView } from '@tillsight/domain'
import { figureText, instantText } from '../../format/index.ts'
import type { ShopServices, ShopView } from '../../services.ts'
import {
  type ImportModel,
  type OrderModel,
  type PlanModel,
  type PreviewModel,
  stateTexts,
  uncountedTexts,
} from './model.ts'

const monthNames = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const shownProblems = 50
const goingStates: readonly string[] = ['checking', 'running', 'undoing']
const planningStates: readonly string[] = ['ready', 'refused']

/** One import, as its page shows it. */
export async function loadImport(services: ShopServices, id: string): Promise<ImportModel> {
  const { shop } = services
  const [view, work] = await Promise.all([services.run('import.show', { import: id }), services.run('work.list')])
  const under = work.find(({ what, about, state }) => what === 'import' && about === id && state !== 'failed')
  const { state, report } = view
  return {
    id: view.id,
    fileName: view.fileName,
    format: view.formatLabel,
    state: { key: state, ...stateTexts[state] },
    began: `${instantText(view.createdAt, shop.zone)}, ${view.by ?? 'from the command line'}`,
    currency: shop.currency,
    isGoing: goingStates.includes(state),
    progress: printProgress(under, shop),
    plan: planningStates.includes(state) ? printPlan(view) : null,
    preview: state === 'ready' && view.preview && report ? printPreview(view.preview, report, shop) : null,
    outcome: printOutcome(view, shop),
    warnings: printWarnings(view, shop),
    problems: printProblems(view, shop),
    trouble: troubleOf(view),
    canUndo: view.canUndo && state !== 'undoing' && state !== 'running',
    canDiscard: planningStates.includes(state),
    canRetry: state === 'failed',
  }
}

function troubleOf({ state, report, problem }: ImportDetail): string | null {
  return state === 'failed' ? (report?.failure ?? problem) : problem
}

function printProgress(work: WorkView | undefined, shop: ShopView): ImportModel['progress'] {
  if (!work) return { done: 0, total: null, text: 'Begins in a moment' }
  const { done, total, message } = work
  const amount = total === null || total === 0 ? null : `${countIn(done, shop)} of ${countIn(total, shop)}`
  return { done, total, text: [message, amount].filter(Boolean).join(' · ') || 'Begins in a moment' }
}

function printPlan({ format, formats, suggested, header, columns, ignored }: ImportDetail): PlanModel | null {
  if (header.headings.length === 0) return null
  const better = formats.find(({ id }) => id === suggested)
  return {
    format,
    formats,
    betterFormat: better && better.id !== format ? better.label : null,
    columns: columns.map(({ name, required, alternative, help, heading }) => ({
      name,
      isRequired: required,
      isAlternative: alternative,
      help: help.replaceAll('`', ''),
      heading: heading ?? '',
    })),
    headings: header.headings.filter((heading) => heading !== ''),
    samples: header.samples,
    ignored,
  }
}

function printOutcome({ state, report, canUndo }: ImportDetail, shop: ShopView): string[] {
  if (state === 'undone') return ['This import is undone: figures are as if it had never been.']
  if (!report || (state !== 'done' && state !== 'failed')) return []
  const { records, groups, rows } = report
  const count = (value: number) => countIn(value, shop)
  const parts = [
    `${count(records.stored)} records are new or changed`,
    ...(records.unchanged > 0 ? [`${count(records.unchanged)} were known already`] : []),
    ...(records.outdated > 0 ? [`${count(records.outdated)} are older than what is known`] : []),
  ]
  return [
    `${count(groups.good)} ${groups.good === 1 ? 'order' : 'orders'} from ${count(rows.good)} ${rows.good === 1 ? 'row' : 'rows'}: ${parts.join(', ')}.`,
    ...(canUndo ? [] : ['It was made by an earlier version of Tillsight and cannot be undone.']),
  ]
}

function printWarnings({ state, report }: ImportDetail, shop: ShopView): readonly string[] {
  if (state === 'undone' || !report) return []
  return [...report.warnings, ...report.notes.map(({ what, count }) => `${countIn(count, shop)} × ${what}`)]
}

function printProblems({ state, report }: ImportDetail, shop: ShopView): ImportModel['problems'] {
  if (!report || state === 'undone' || state === 'checking' || state === 'refused')
    return { count: 0, title: '', shown: [] }
  const { problems, problemCount, rows } = report
  return {
    count: problemCount,
    title: `${countIn(rows.leftOut, shop)} ${rows.leftOut === 1 ? 'row stays' : 'rows stay'} out`,
    shown: problems.slice(0, shownProblems).map(({ row, field, value, problem, remedy }, index) => ({
      key: String(index),
      row: countIn(row, shop),
      field,
      value,
      text: `${problem} ${remedy}`,
    })),
  }
}

/** A whole number in the person's number format. */
function countIn(value: number, { display }: ShopView): string {
  return figureText(value, 'count', display)
}

/** The preview of importing a file. */
function printPreview(preview: ImportPreview, { groups, rows }: ImportReport, shop: ShopView): PreviewModel {
  const { display, currency } = shop
  const format = { ...display, currency, decimals: Math.max(2, display.decimals) }
  const money = (value: string) => figureText(value, 'money', format)
  const count = (value: number) => countIn(value, shop)
  return {
    summary: [
      `${count(groups.good)} ${groups.good === 1 ? 'order' : 'orders'} would be imported, from ${count(rows.good)} of ${count(rows.read)} rows.`,
      ...(preview.known > 0
        ? [`${count(preview.known)} of them are in this shop already; those stay as they are unless the file is newer.`]
        : []),
      ...(preview.uncounted > 0 ? [`${count(preview.uncounted)} of them would be in no figure.`] : []),
    ],
    orders: `${count(groups.good)} ${groups.good === 1 ? 'order' : 'orders'}`,
    hasOrders: groups.good > 0,
    first: preview.orders.map((order, index): OrderModel => {
      const { gross, discounts, shipping, tax, total, returns, uncounted } = order
      return {
        key: String(index),
        name: order.name,
        placed: instantText(order.placedAt, shop.zone),
        amounts: [gross, discounts, shipping, tax, total, returns].map(money),
        note: uncounted === null ? '' : (uncountedTexts[uncounted] ?? uncounted),
      }
    }),
    months: preview.months.map(({ month, orders, sales, returns }) => ({
      key: month,
      label: monthNames.format(new Date(`${month}-01T00:00:00Z`)),
      cells: [count(orders), money(sales), money(returns)],
    })),
  }
}
