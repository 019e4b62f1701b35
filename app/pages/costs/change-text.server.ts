import type { CostPreview } from '@tillsight/domain'
import { type FigureFormat, figureText, rangeText, signedFigure } from '../../format/index.ts'
import { pageWords } from './words.server.ts'

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
  return signedFigure(delta, 'money', format)
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
