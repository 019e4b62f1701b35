import type { CostPreview } from '@tillsight/domain'
import { type FigureFormat, figureText, rangeText } from '../../format/index.ts'
import type { Language } from '../../language/index.ts'
import { pageWords } from './words.server.ts'

/** The texts are English in the log: `3 × cost of goods changed, payment fee “stripe” added`. */
const kinds = {
  'cost of goods': 'goods',
  'payment fee': 'fee',
  'shipping rule': 'shipping',
  'handling rule': 'handling',
  'rule for returns': 'return',
  'expense per order': 'expense',
  'field of payment fees': 'feeMeta',
  'field of shipping costs': 'labelMeta',
  'settings of costs': 'settings',
  'cost of an order': 'order',
} as const

type Kind = keyof typeof kinds

const fates = ['added', 'changed', 'deleted'] as const
const part = /^(?:(\d+) × )?([a-z ]+?)(?: “(.*)”)? (added|changed|deleted)$/

/** What a change of the log was about, in a language; as the log has it where that is not one of its usual sentences. */
export function whatText(what: string, language: Language): string {
  // Names in quotes may contain commas.
  const parts = what.split(/, (?=(?:\d+ × )?[a-z ]+(?: “|(?: added| changed| deleted)))/)
  return new Intl.ListFormat(language, { type: 'unit' }).format(parts.map((text) => partText(text, language)))
}

function partText(text: string, language: Language): string {
  const [, count, kind = '', name, fate] = part.exec(text) ?? []
  const known = fates.find((each) => each === fate)
  if (!known || !isKind(kind)) return text
  const say = pageWords.say(language)
  const thing = say(`printed.kind.${kinds[kind]}`)
  const said = say(`printed.what.${known}`, {
    what: name === undefined ? thing : say('printed.what.named', { what: thing, name }),
  })
  return count === undefined ? said : `${count} × ${said}`
}

function isKind(text: string): text is Kind {
  return Object.hasOwn(kinds, text)
}

/** What a change would do, in a sentence or two. */
export function wouldText(preview: CostPreview, format: FigureFormat): string {
  const say = sayIn(format)
  if (preview.orders === 0) return say('printed.would.none')
  const orders = ordersText(preview, format)
  if (preview.pending) return say('printed.would.pending', { orders })
  const { delta, currency, profitBefore, profitAfter } = preview
  if (Number(delta) === 0) return say('printed.would.same', { orders })
  const amount = gainText(delta, { ...format, currency })
  if (profitBefore === null || profitAfter === null) return say('printed.would.moves', { orders, amount })
  const money = (value: string) => figureText(value, 'money', { ...format, currency })
  return say('printed.would.around', { orders, amount, before: money(profitBefore), after: money(profitAfter) })
}

/** What a change did, in a sentence or two. */
export function didText(preview: CostPreview, format: FigureFormat): string {
  const say = sayIn(format)
  if (preview.orders === 0) return say('printed.did.none')
  const orders = ordersText(preview, format)
  if (preview.pending) return say('printed.did.pending', { orders })
  const { delta, currency } = preview
  if (Number(delta) === 0) return say('printed.did.same', { orders })
  return say('printed.did.moved', { orders, amount: gainText(delta, { ...format, currency }) })
}

/** Money with its sign: `+€12.40`. */
export function gainText(delta: string, format: FigureFormat): string {
  return `${delta.startsWith('-') ? '' : '+'}${figureText(delta, 'money', format)}`
}

function ordersText({ orders, from, to }: CostPreview, format: FigureFormat): string {
  const say = sayIn(format)
  const count = say('printed.orders', { count: orders })
  if (from === null || to === null) return count
  return say('printed.ordersDays', { orders: count, days: rangeText({ from, to }, format.language) })
}

/** Whether a change moves closed days, as a sentence to append. */
export function closedText({ closed }: CostPreview, mayClose: boolean, format: FigureFormat): string {
  if (!closed) return ''
  return sayIn(format)(mayClose ? 'printed.closed.ask' : 'printed.closed.owner')
}

interface Followed {
  readonly restating: boolean
  readonly preview: Pick<CostPreview, 'pending' | 'orders'>
}

/** When reports have a change, as a sentence to append. */
export function followText({ restating, preview }: Followed, format: FigureFormat): string {
  if (preview.pending || preview.orders === 0) return ''
  return sayIn(format)(restating ? 'printed.follow.soon' : 'printed.follow.now')
}

/** Sentences one after the other, without those that say nothing. */
export function sentences(...parts: readonly string[]): string {
  return parts.filter((text) => text !== '').join(' ')
}

function sayIn({ language = 'en' }: FigureFormat) {
  return pageWords.say(language)
}
