import { addDecimals } from '@tillsight/core'
import type { SpendEntry, SpendList } from '@tillsight/domain'
import { largestSpendFileKb } from '@tillsight/domain/inputs'
import { type FigureFormat, figureText, instantText, rangeText } from '../../format/index.ts'
import type { ShopServices } from '../../services.ts'
import type { EntryModel, FileModel, SpendModel } from './model.ts'

/** Number format for amounts in any currency. */
type MoneyFormat = Omit<FigureFormat, 'currency'>

const periods = {
  never: '',
  day: ' a day',
  week: ' a week',
  month: ' a month',
  quarter: ' a quarter',
  year: ' a year',
} as const

type Printed = Pick<
  SpendEntry,
  'channel' | 'campaign' | 'name' | 'repeats' | 'firstDay' | 'lastDay' | 'amount' | 'percentOfLabel' | 'currency'
>

/** `€3,100.00 a month`, `7.5% of net sales` */
export function amountOf({ amount, percentOfLabel, currency, repeats }: Printed, format: MoneyFormat): string {
  if (percentOfLabel !== null) return `${Number(amount)}% of ${percentOfLabel}`
  return `${moneyText(amount, currency, format)}${periods[repeats]}`
}

/** `1 – 20 Nov 2026`, `since Sun 1 Nov 2026`. */
export function daysOf({ firstDay, lastDay, repeats }: Printed): string {
  if (lastDay === null && repeats !== 'never') return `since ${rangeText({ from: firstDay, to: firstDay })}`
  return rangeText({ from: firstDay, to: lastDay ?? firstDay })
}

/** Name and campaign, unless they repeat the channel. */
export function aboutOf({ channel, campaign, name }: Printed): string {
  const parts = [name === channel ? '' : name, campaign === name ? '' : campaign]
  return parts.filter((part) => part !== '').join(' · ')
}

/** Formats an amount in any currency. */
function moneyText(amount: string, currency: string, format: MoneyFormat): string {
  return figureText(amount, 'money', { ...format, currency })
}

const perPage = 100

const countings = {
  ad_spend: { label: 'Ad spend', tone: 'accent' },
  marketing: { label: 'Marketing', tone: 'neutral' },
  expense: { label: 'Other expense', tone: 'neutral' },
} as const satisfies Record<SpendEntry['countsAs'], EntryModel['countsAs']>

const doneTexts: Readonly<Record<string, string>> = {
  added: 'The entry is saved and in the figures.',
  changed: 'The change is saved and in the figures.',
  removed: 'The entry is deleted and out of the figures.',
  ended: 'The entry ended yesterday. What it was until then stays in the figures.',
  imported: 'The file is imported and in the figures.',
  nothing: 'Everything in the file was there already: nothing has changed.',
  undone: 'The file is taken back: figures are as if it had never been.',
}

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
  const shown = entries.slice((page - 1) * perPage, page * perPage)
  return {
    domain: shop.domain,
    shopName: shop.name,
    currency: shop.currency,
    today: shop.today,
    mayEnter: may.enterSpend,
    entries: shown.map((entry) => printEntry(entry, shop.display)),
    entryCount: entries.length,
    spent: printSpent(entries, shop.display),
    pages: pagesAround(page, entries.length),
    channels: [...new Set(entries.map(({ channel }) => channel))].sort(),
    figures: list.figures,
    files: list.imports.map((file) => printFile(file, shop.zone)),
    edited: edited ? { id: edited.id, typed: toTyped(edited), canEnd: canEnd(edited, shop.today) } : null,
    largestKb: largestSpendFileKb,
    currencies,
    done: doneTexts[search.get('done') ?? ''] ?? null,
  }
}

function pageOf(typed: string | null, count: number): number {
  const page = Number(typed ?? '1')
  const last = Math.max(1, Math.ceil(count / perPage))
  return Number.isInteger(page) && page >= 1 ? Math.min(page, last) : 1
}

function pagesAround(page: number, count: number): SpendModel['pages'] {
  const last = Math.max(1, Math.ceil(count / perPage))
  const to = (other: number) => (other < 1 || other > last ? null : `?page=${other}`)
  return { before: to(page - 1), after: to(page + 1), text: last === 1 ? null : `Page ${page} of ${last}` }
}

function printEntry(entry: SpendEntry, format: MoneyFormat): EntryModel {
  return {
    id: entry.id,
    channel: entry.channel,
    about: aboutOf(entry),
    note: entry.note,
    days: daysOf(entry),
    amount: amountOf(entry, format),
    spent: moneyText(entry.spent, entry.currency, format),
    countsAs: countings[entry.countsAs],
    isWaiting: !entry.isCounted,
  }
}

function printSpent(entries: readonly SpendEntry[], format: MoneyFormat): string | null {
  const sums = [...Map.groupBy(entries, ({ currency }) => currency)].map(([currency, group]) =>
    moneyText(addDecimals(group.map(({ spent }) => spent)), currency, format),
  )
  return sums.length === 0 ? null : new Intl.ListFormat('en').format(sums)
}

function printFile(
  { id, fileName, entries, left, by, at, undoneAt }: SpendList['imports'][number],
  zone: string,
): FileModel {
  const count = `${entries} ${entries === 1 ? 'entry' : 'entries'}`
  const rest = undoneAt === null && left < entries ? [`${left} still there`] : []
  return {
    id,
    fileName,
    facts: [count, ...rest, instantText(at, zone), `by ${by ?? 'the command line'}`].join(' · '),
    state: undoneAt === null ? { label: 'Imported', tone: 'good' } : { label: 'Undone', tone: 'neutral' },
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
