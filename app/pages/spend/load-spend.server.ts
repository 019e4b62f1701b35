import { addDecimals } from '@tillsight/core'
import type { SpendEntry, SpendList } from '@tillsight/domain'
import { largestSpendFileKb } from '@tillsight/domain/inputs'
import { type FigureFormat, figureText, instantText, rangeText } from '../../format/index.ts'
import type { Language, Say } from '../../language/index.ts'
import type { ShopServices } from '../../services.ts'
import type { EntryModel, FileModel, SpendModel } from './model.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

/** How amounts and days are printed: in any currency, in the page's language. */
export interface Printing {
  readonly format: Omit<FigureFormat, 'currency'>
  readonly language: Language
  readonly say: Say<WordKey>
  /** The name of a metric in a sentence. */
  readonly metricName: (metric: string, english: string) => string
}

/** The printing of a shop's page. */
export function printingOf({ shop: { display }, catalogue }: Pick<ShopServices, 'shop' | 'catalogue'>): Printing {
  const { language } = display
  return {
    format: display,
    language,
    say: pageWords.say(language),
    metricName: (metric, english) =>
      language === 'en' ? english : (catalogue().metrics.find(({ key }) => key === metric)?.label ?? english),
  }
}

type Printed = Pick<
  SpendEntry,
  | 'channel'
  | 'campaign'
  | 'name'
  | 'repeats'
  | 'firstDay'
  | 'lastDay'
  | 'amount'
  | 'percentOf'
  | 'percentOfLabel'
  | 'currency'
>

/** `€3,100.00 a month`, `7.5% of net sales` */
export function amountOf(
  { amount, percentOf, percentOfLabel, currency, repeats }: Printed,
  { format, say, metricName }: Printing,
): string {
  if (percentOfLabel !== null) {
    const percent = figureText(amount, 'count', { ...format, currency })
    return say('amount.percent', { percent, metric: metricName(percentOf ?? '', percentOfLabel) })
  }
  const money = moneyText(amount, currency, format)
  return repeats === 'never' ? money : say(`amount.${repeats}`, { amount: money })
}

/** `1 – 20 Nov 2026`, `since Sun 1 Nov 2026`. */
export function daysOf({ firstDay, lastDay, repeats }: Printed, { language, say }: Printing): string {
  if (lastDay === null && repeats !== 'never')
    return say('days.since', { day: rangeText({ from: firstDay, to: firstDay }, language) })
  return rangeText({ from: firstDay, to: lastDay ?? firstDay }, language)
}

/** Name and campaign, unless they repeat the channel. */
export function aboutOf({ channel, campaign, name }: Printed): string {
  const parts = [name === channel ? '' : name, campaign === name ? '' : campaign]
  return parts.filter((part) => part !== '').join(' · ')
}

/** Formats an amount in any currency. */
function moneyText(amount: string, currency: string, format: Printing['format']): string {
  return figureText(amount, 'money', { ...format, currency })
}

const perPage = 100

const results: ReadonlyMap<string, WordKey> = new Map([
  ['added', 'done.added'],
  ['changed', 'done.changed'],
  ['removed', 'done.removed'],
  ['ended', 'done.ended'],
  ['imported', 'done.imported'],
  ['nothing', 'done.nothing'],
  ['undone', 'done.undone'],
])

/** Loads one page of the entries, and what the address selects: `edit`, `page`, `done`. */
export async function loadSpend(
  services: ShopServices,
  search: URLSearchParams,
  currencies: SpendModel['currencies'],
): Promise<SpendModel> {
  const { shop, may } = services
  const list = await services.run('spend.list')
  const { entries } = list
  const page = pageOf(search.get('page'), entries.length)
  const edited = may.enterSpend ? entries.find(({ id }) => id === search.get('edit')) : undefined
  const printing = printingOf(services)
  const result = results.get(search.get('done') ?? '')
  const shown = entries.slice((page - 1) * perPage, page * perPage)
  return {
    domain: shop.domain,
    shopName: shop.name,
    currency: shop.currency,
    today: shop.today,
    mayEnter: may.enterSpend,
    entries: shown.map((entry) => printEntry(entry, printing)),
    entryCount: entries.length,
    spent: printSpent(entries, printing),
    pages: pagesAround(page, { count: entries.length, say: printing.say }),
    channels: [...new Set(entries.map(({ channel }) => channel))].sort(),
    figures: list.figures.map(({ value, label }) => ({ value, label: printing.metricName(value, label) })),
    files: list.imports.map((file) => printFile(file, shop.zone, printing)),
    edited: edited ? { id: edited.id, typed: toTyped(edited), canEnd: canEnd(edited, shop.today) } : null,
    largestKb: largestSpendFileKb,
    currencies,
    done: result === undefined ? null : printing.say(result),
  }
}

function pageOf(typed: string | null, count: number): number {
  const page = Number(typed ?? '1')
  const last = Math.max(1, Math.ceil(count / perPage))
  return Number.isInteger(page) && page >= 1 ? Math.min(page, last) : 1
}

interface Paged {
  readonly count: number
  readonly say: Say<WordKey>
}

function pagesAround(page: number, { count, say }: Paged): SpendModel['pages'] {
  const last = Math.max(1, Math.ceil(count / perPage))
  const to = (other: number) => (other < 1 || other > last ? null : `?page=${other}`)
  return {
    before: to(page - 1),
    after: to(page + 1),
    text: last === 1 ? null : say('list.page', { page, pages: last }),
  }
}

function printEntry(entry: SpendEntry, printing: Printing): EntryModel {
  const { format, say } = printing
  return {
    id: entry.id,
    channel: entry.channel,
    about: aboutOf(entry),
    note: entry.note,
    days: daysOf(entry, printing),
    amount: amountOf(entry, printing),
    spent: moneyText(entry.spent, entry.currency, format),
    countsAs: {
      label: say(`counts.${entry.countsAs}`),
      tone: entry.countsAs === 'ad_spend' ? 'accent' : 'neutral',
    },
    isWaiting: !entry.isCounted,
  }
}

function printSpent(entries: readonly SpendEntry[], { format, language }: Printing): string | null {
  const sums = [...Map.groupBy(entries, ({ currency }) => currency)].map(([currency, group]) =>
    moneyText(addDecimals(group.map(({ spent }) => spent)), currency, format),
  )
  return sums.length === 0 ? null : new Intl.ListFormat(language).format(sums)
}

function printFile(
  { id, fileName, entries, left, by, at, undoneAt }: SpendList['imports'][number],
  zone: string,
  { say, language }: Printing,
): FileModel {
  const rest = undoneAt === null && left < entries ? [say('files.left', { count: left })] : []
  const facts = [
    say('files.count', { count: entries }),
    ...rest,
    instantText(at, zone, language),
    say('files.by', { name: by ?? say('files.commandLine') }),
  ]
  return {
    id,
    fileName,
    facts: facts.join(' · '),
    state:
      undoneAt === null
        ? { label: say('files.imported'), tone: 'good' }
        : { label: say('files.undone'), tone: 'neutral' },
    canUndo: undoneAt === null && left > 0,
  }
}

function canEnd({ repeats, firstDay, lastDay }: SpendEntry, today: string): boolean {
  return repeats !== 'never' && firstDay < today && (lastDay === null || lastDay >= today)
}

function toTyped(entry: SpendEntry) {
  const { channel, campaign, firstDay, currency, repeats, countsAs, note } = entry
  const [name, lastDay, percentOf] = [entry.name, entry.lastDay ?? '', entry.percentOf ?? '']
  // Without zeros that nobody has typed.
  const amount = entry.amount.replace(/(\.\d{2}\d*?)0+$/, '$1')
  return { channel, campaign, name, firstDay, lastDay, amount, percentOf, currency, repeats, countsAs, note }
}
