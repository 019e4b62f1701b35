import type { ImportDetail, ImportPreview, ImportReport, WorkView } from '@tillsight/domain'
import { bucketLabel, figureText, instantText } from '../../format/index.ts'
import type { Language, Say, ServerSentence } from '../../language/index.ts'
import { sayServer, sayServerAll, translateSentence } from '../../language/server-words.server.ts'
import type { ShopServices, ShopView } from '../../services.ts'
import { type ImportModel, type OrderModel, type PlanModel, type PreviewModel, stateTones } from './model.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

const shownProblems = 50
const goingStates: readonly string[] = ['checking', 'running', 'undoing']
const planningStates: readonly string[] = ['ready', 'refused']

/** One import, as its page shows it. */
export async function loadImport(services: ShopServices, id: string): Promise<ImportModel> {
  const { shop } = services
  const [view, work] = await Promise.all([services.run('import.show', { import: id }), services.run('work.list')])
  const under = work.find(({ what, about, state }) => what === 'import' && about === id && state !== 'failed')
  const { state, report } = view
  const { language } = shop.display
  const say = pageWords.say(language)
  return {
    id: view.id,
    fileName: view.fileName,
    format: view.formatLabel,
    state: { key: state, label: say(`state.${state}`), tone: stateTones[state] },
    began: say('import.began', {
      at: instantText(view.createdAt, shop.zone, language),
      by: view.by ?? say('list.commandLine'),
    }),
    currency: shop.currency,
    isGoing: goingStates.includes(state),
    progress: printProgress(under, shop),
    plan: planningStates.includes(state) ? printPlan(view, language) : null,
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
  const { language } = shop.display
  const say = pageWords.say(language)
  if (!work) return { done: 0, total: null, text: say('progress.soon') }
  const { done, total, message } = work
  const amount =
    total === null || total === 0
      ? null
      : say('progress.amount', { done: countIn(done, shop), total: countIn(total, shop) })
  const parts = [message && translateSentence(message, language), amount]
  return { done, total, text: parts.filter(Boolean).join(' · ') || say('progress.soon') }
}

function printPlan(
  { format, formats, suggested, header, columns, ignored }: ImportDetail,
  language: Language,
): PlanModel | null {
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
      help: helpOf(help, language),
      heading: heading ?? '',
    })),
    headings: header.headings.filter((heading) => heading !== ''),
    samples: header.samples,
    ignored,
  }
}

/** Help is written for the documentation, too, which sets values in code. */
function helpOf(help: string, language: Language): ServerSentence {
  const { text, isEnglish } = sayServer(help, language)
  return { text: text.replaceAll('`', ''), isEnglish }
}

function printOutcome({ state, report, canUndo }: ImportDetail, shop: ShopView): string[] {
  const say = pageWords.say(shop.display.language)
  if (state === 'undone') return [say('outcome.undone')]
  if (!report || (state !== 'done' && state !== 'failed')) return []
  const { records, groups, rows } = report
  const told = (key: WordKey, value: number) => (value > 0 ? [say(key, { count: countIn(value, shop) })] : [])
  return [
    say('outcome.orders', { orders: groups.good, rows: rows.good }),
    say('outcome.stored', { count: countIn(records.stored, shop) }),
    ...told('outcome.unchanged', records.unchanged),
    ...told('outcome.outdated', records.outdated),
    ...(canUndo ? [] : [say('outcome.old')]),
  ]
}

function printWarnings({ state, report }: ImportDetail, shop: ShopView): ImportModel['warnings'] {
  if (state === 'undone' || !report) return []
  const { language } = shop.display
  const notes = report.notes.map(({ what, count }) => {
    const { text, isEnglish } = sayServer(what, language)
    return { text: `${countIn(count, shop)} × ${text}`, isEnglish }
  })
  return [...report.warnings.map((text) => sayServer(text, language)), ...notes]
}

function printProblems({ state, report }: ImportDetail, shop: ShopView): ImportModel['problems'] {
  if (!report || state === 'undone' || state === 'checking' || state === 'refused')
    return { count: 0, title: '', shown: [] }
  const { problems, problemCount, rows } = report
  return {
    count: problemCount,
    title: pageWords.say(shop.display.language)('problems.title', { count: rows.leftOut }),
    shown: problems.slice(0, shownProblems).map(({ row, field, value, problem, remedy }, index) => ({
      key: String(index),
      row: countIn(row, shop),
      field,
      value,
      ...sayServerAll([problem, remedy], shop.display.language),
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
  const { language } = display
  const say = pageWords.say(language)
  return {
    summary: [
      say('start.orders', { orders: groups.good, good: count(rows.good), rows: rows.read }),
      ...(preview.known > 0 ? [say('start.known', { count: count(preview.known) })] : []),
      ...(preview.uncounted > 0 ? [say('start.excluded', { count: count(preview.uncounted) })] : []),
    ],
    orders: groups.good,
    hasOrders: groups.good > 0,
    first: preview.orders.map((order, index): OrderModel => {
      const { gross, discounts, shipping, tax, total, returns, uncounted } = order
      return {
        key: String(index),
        name: order.name,
        placed: instantText(order.placedAt, shop.zone, language),
        amounts: [gross, discounts, shipping, tax, total, returns].map(money),
        note: uncounted === null ? '' : excludedText(uncounted, say),
      }
    }),
    months: preview.months.map(({ month, orders, sales, returns }) => ({
      key: month,
      label: bucketLabel({ at: `${month}-01`, interval: 'month', zone: shop.zone, language }).long,
      cells: [count(orders), money(sales), money(returns)],
    })),
  }
}

const exclusions: ReadonlyMap<string, WordKey> = new Map([
  ['unfinished', 'excluded.unfinished'],
  ['failed', 'excluded.failed'],
  ['cancelled_unpaid', 'excluded.cancelled_unpaid'],
  ['deleted', 'excluded.deleted'],
  ['test', 'excluded.test'],
  ['unpaid', 'excluded.unpaid'],
  ['excluded_status', 'excluded.excluded_status'],
  ['missing_rate', 'excluded.missing_rate'],
])

/** Why an order is excluded from all metrics. */
function excludedText(reason: string, say: Say<WordKey>): string {
  const key = exclusions.get(reason)
  return key === undefined ? reason : say(key)
}
