import { presentable } from '@tillsight/auth'
import type { Digest, DigestFigure, DigestReason, ShopDigest } from '@tillsight/domain'
import { describeCatalogue, platforms } from '@tillsight/metrics'
import { catalogueIn } from '../../app/blocks/shop/current-shop.server.ts'
import { dayText, figureText, instantText, rangeText, signedFigure, signedText } from '../../app/format/index.ts'
import { sayServer } from '../../app/language/server-words.server.ts'
import { inSentence } from '../../app/language/text.ts'
import { textFor } from '../../app/language/text-for.server.ts'
import { parseSearch, withSearch } from '../../app/search/index.ts'
import { type DigestWords, digestWords, fill, sayDigest } from './digest-words.ts'

/** A figure in words. */
export interface FigureLine {
  readonly label: string
  readonly value: string
  /** `+12.4%`; empty where there is nothing to tell. */
  readonly change: string
  readonly tone: 'good' | 'bad' | 'neutral'
  readonly before: string
  /** That days are missing in it; empty where none is. */
  readonly note: string
  /** The page on which exactly this figure opens. */
  readonly link: string
}

/** A line of a list. */
interface ListLine {
  readonly label: string
  /** Empty where the label says all. */
  readonly value: string
  /** A name comes from the data, and what is English is not translated: both have their own direction. */
  readonly kind: 'sentence' | 'name' | 'english'
}

/** A titled list of a digest. */
export interface ListBlock {
  readonly title: string
  readonly lines: readonly ListLine[]
  readonly link: string
}

/** A shop of a digest in words. */
export interface ShopBlock {
  readonly name: string
  readonly link: string
  readonly figures: readonly FigureLine[]
  readonly lists: readonly ListBlock[]
}

/** A digest in words, for both forms of the mail. */
export interface DigestView {
  readonly subject: string
  readonly title: string
  readonly against: string
  readonly shops: readonly ShopBlock[]
  readonly notes: readonly string[]
  readonly words: DigestWords
}

/** Puts a digest into the words of its reader; links lead to `siteUrl`. */
export function viewDigest(digest: Digest, siteUrl: string): DigestView {
  const { language, every, period, before, shops, moreShops, lost } = digest
  const words = digestWords[language]
  const [only] = shops.length === 1 && moreShops === 0 ? shops : []
  const name = only ? presentable(only.shop.name, only.shop.address) : words.allShops
  const title = fill(words[every], { shop: name, days: rangeText(period, language) })
  const blocks = shops.map((shop) => viewShop(digest, shop, siteUrl))
  const [first] = only ? (blocks[0]?.figures ?? []) : []
  const compared = { day: words.againstDay, week: words.againstWeek, month: words.againstMonth }[every]
  return {
    subject: first
      ? `${title} · ${first.label} ${first.value}${first.change === '' ? '' : ` (${first.change})`}`
      : title,
    title,
    against: fill(compared, { days: every === 'day' ? dayText(before.from, language) : rangeText(before, language) }),
    shops: blocks,
    notes: [
      ...(moreShops > 0 ? [sayDigest(language)('moreShops', { count: moreShops })] : []),
      ...(lost.length > 0
        ? [
            fill(words.lost, {
              titles: new Intl.ListFormat(language).format(lost.map((each) => lostText(each, language))),
            }),
          ]
        : []),
    ],
    words,
  }
}

/** `Sales fell (email and Slack)` */
function lostText({ title, channels }: Digest['lost'][number], language: Digest['language']): string {
  const words = digestWords[language]
  const names = { inbox: '', mail: words.byMail, push: words.byPush, slack: 'Slack' }
  return `${presentable(title, '')} (${new Intl.ListFormat(language).format(channels.map((channel) => names[channel]))})`
}

type Catalogue = ReturnType<typeof catalogueIn>

function viewShop(digest: Digest, shop: ShopDigest, siteUrl: string): ShopBlock {
  const { language, period, before } = digest
  const words = digestWords[language]
  const { metrics, dimensions } = describeCatalogue('orderRevenue')
  const catalogue = catalogueIn(
    { metrics: metrics.map((each) => ({ ...each, terms: [] })), dimensions, platforms },
    language,
  )
  const page = `${siteUrl}/shop/${encodeURIComponent(shop.shop.address)}`
  const search = (open: string | undefined) =>
    withSearch(parseSearch(''), {
      range: 'custom',
      ...period,
      compare: 'custom',
      compareFrom: before.from,
      compareTo: before.to,
      matchWeekday: false,
      open,
    })
  const shown: Shown = { words, language, shop, catalogue, linkTo: (metric) => `${page}${search(metric)}` }
  return {
    name: presentable(shop.shop.name, shop.shop.address),
    link: `${page}${search(undefined)}`,
    figures: shop.figures.map((figure) => viewFigure(shown, figure)),
    lists: [
      ...shop.reasons.map((reason) => viewReason(shown, reason)),
      ...viewMoves(shown, `${page}/integrations/number-changes`),
      ...viewFindings(shown, `${page}/integrations`),
      ...viewMissing(shown, `${page}/integrations`),
    ],
  }
}

interface Shown {
  readonly words: DigestWords
  readonly language: Digest['language']
  readonly shop: ShopDigest
  readonly catalogue: Catalogue
  linkTo(metric: string): string
}

function labelOf({ catalogue }: Shown, metric: string): string {
  return catalogue.metrics.find(({ key }) => key === metric)?.label ?? metric
}

function money({ shop, language }: Shown, amount: string, currency = shop.currency): string {
  return signedFigure(amount, 'money', { ...shop.display, currency, language })
}

function viewFigure(shown: Shown, { metric, value, before, relative, bound, isPartial }: DigestFigure): FigureLine {
  const { shop, language, words, catalogue } = shown
  const about = catalogue.metrics.find(({ key }) => key === metric)
  const unit = about?.unit ?? 'count'
  const format = { ...shop.display, currency: shop.currency, language }
  const change = relative === null ? '' : signedText(Number(relative), 'percent', format)
  return {
    label: labelOf(shown, metric),
    value: figureText(value, unit, { ...format, bound }),
    note: isPartial ? words.partial : '',
    change: changeWord(words, { value, before, relative }) ?? change,
    tone: toneOf(relative, about?.better),
    before: figureText(before, unit, format),
    link: shown.linkTo(metric),
  }
}

function changeWord(
  words: Shown['words'],
  { value, before, relative }: Pick<DigestFigure, 'value' | 'before' | 'relative'>,
): string | undefined {
  if (value !== null && before !== null && Number(value) === Number(before)) return words.noChange
  const isFresh = relative === null && Number(before ?? 1) === 0 && Number(value) > 0
  return isFresh ? words.isNew : undefined
}

function toneOf(relative: string | null, better: 'higher' | 'lower' | 'neither' | undefined): FigureLine['tone'] {
  const moved = Number(relative ?? 0)
  if (moved === 0 || better === undefined || better === 'neither') return 'neutral'
  return moved > 0 === (better === 'higher') ? 'good' : 'bad'
}

const causes = {
  orders: 'cause.orders',
  basket: 'cause.basket',
  margin: 'cause.margin',
  charges: 'cause.charges',
  variable: 'cause.variable',
  marketing: 'cause.marketing',
  fixed: 'cause.fixed',
} as const

function viewReason(shown: Shown, { metric, change, parts, rest }: DigestReason): ListBlock {
  const { words, language } = shown
  const t = textFor(language)
  const nameOf = ({ kind, name }: DigestReason['parts'][number]) =>
    kind === 'cause' && Object.hasOwn(causes, name)
      ? t(causes[name as keyof typeof causes])
      : presentable(name, words.others)
  return {
    title: fill(words.whyChanged, {
      metric: inSentence(labelOf(shown, metric), language),
      label: labelOf(shown, metric),
      amount: money(shown, change),
    }),
    lines: [
      ...parts.map((part) => ({ label: nameOf(part), value: money(shown, part.amount), kind: 'name' as const })),
      ...(Number(rest) === 0 ? [] : [{ label: words.others, value: money(shown, rest), kind: 'sentence' as const }]),
    ],
    link: shown.linkTo(metric),
  }
}

function viewMoves(shown: Shown, link: string): ListBlock[] {
  const { words, shop, language } = shown
  if (shop.moves.length === 0) return []
  const lines = shop.moves.map(({ metric, difference, currency, changes }) => {
    const amount = money(shown, difference, currency)
    return {
      label: sayDigest(language)('movedCount', { metric: labelOf(shown, metric), amount, count: changes }),
      value: '',
      kind: 'sentence' as const,
    }
  })
  return [{ title: words.moved, lines, link }]
}

function viewFindings({ words, shop, language }: Shown, link: string): ListBlock[] {
  if (shop.findings.length === 0) return []
  const more = shop.moreFindings > 0 ? [sayDigest(language)('moreFindings', { count: shop.moreFindings })] : []
  const told = [
    ...shop.findings.map((title) => sayServer(title, language)),
    ...more.map((text) => ({ text, isEnglish: false })),
  ]
  const lines = told.map(({ text, isEnglish }) => ({
    label: text,
    value: '',
    kind: isEnglish ? ('english' as const) : ('sentence' as const),
  }))
  return [{ title: words.findings, lines, link }]
}

function viewMissing({ words, shop, language }: Shown, link: string): ListBlock[] {
  if (shop.missing.length === 0) return []
  const lines = shop.missing.map(({ source, until }) => ({
    label:
      until === null
        ? fill(words.missingNothing, { source })
        : fill(words.missingUntil, { source, time: instantText(until, shop.shop.zone, language) }),
    value: '',
    kind: 'sentence' as const,
  }))
  return [{ title: words.missing, lines, link }]
}
