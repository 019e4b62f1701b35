import type { CostRulesView } from '@tillsight/domain'
import { labelOf } from '../../blocks/figures-page/dimension-labels.server.ts'
import { dayText, type FigureFormat, figureText } from '../../format/index.ts'
import type { Language, Say } from '../../language/index.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

type Rule = CostRulesView['rules'][number]
type Body = Rule['body']

/** Reads the fields of a rule as words. */
interface Reader {
  readonly say: Say<WordKey>
  readonly language: Language
  readonly text: (name: string) => string
  readonly money: (name: string) => string
  readonly percent: (name: string) => string
  /** Whether a number is given and is not 0. */
  readonly has: (name: string) => boolean
  readonly from: string
  readonly where: string
  readonly bands: readonly { readonly weight: string; readonly amount: string }[]
  readonly inMoney: (amount: string) => string
}

/** A rule in words: `stripe: 1.4% + €0.25 · from the beginning · nothing comes back with refunds`. */
export function ruleText({ kind, body }: Rule, format: FigureFormat): string {
  const { language = 'en' } = format
  const say = pageWords.say(language)
  const text = (name: string) => textIn(body, name)
  const inMoney = (amount: string) =>
    figureText(amount, 'money', { ...format, currency: text('currency') || format.currency })
  const count = (name: string) => figureText(String(Number(text(name) || 0)), 'count', { ...format, digits: 6 })
  return tellers[kind]({
    say,
    language,
    text,
    inMoney,
    money: (name) => inMoney(text(name) || '0'),
    percent: (name) => say('printed.percent', { value: count(name) }),
    has: (name) => Number(text(name)) > 0,
    from:
      text('from') === ''
        ? say('printed.since.ever')
        : say('printed.since.day', { day: dayText(text('from'), language) }),
    where:
      text('region') === '' ? say('printed.scope.everywhere') : say('printed.scope.place', { place: text('region') }),
    bands: bandsIn(body),
  })
    .filter((part) => part !== '')
    .join(' · ')
}

const tellers: Readonly<Record<Rule['kind'], (read: Reader) => readonly string[]>> = {
  fee: feeText,
  shipping: (read) => [(shipping[read.text('type')] ?? perOrder)(read), read.where, read.from],
  handling: ({ say, money, from }) => [
    say('printed.rule.handling', { order: money('perOrder'), item: money('perUnit') }),
    from,
  ],
  return: ({ say, money, where, from }) => [say('printed.rule.label', { amount: money('label') }), where, from],
  expense: expenseText,
  feeMeta: (read) => [...metaText(read), methodOf(read) || read.say('printed.rule.anyMethod')],
  labelMeta: (read) => [
    ...metaText(read),
    read.say(read.text('addsUp') === 'false' ? 'printed.rule.first' : 'printed.rule.sum'),
  ],
}

function methodOf({ text, language }: Reader): string {
  return labelOf({ dimension: 'gateway', value: text('gateway'), language })
}

function feeText(read: Reader): readonly string[] {
  const { say, text, money, percent, has, from } = read
  const method = text('gateway') === '*' ? say('printed.rule.everyMethod') : methodOf(read)
  const disputes = text('dispute') === '' ? '' : say('printed.rule.dispute', { amount: money('dispute') })
  if (!has('percent') && !has('fixed')) return [say('printed.rule.free', { method }), from, disputes]
  const parts = [has('percent') ? percent('percent') : '', has('fixed') ? money('fixed') : '']
  const fee = parts.filter((part) => part !== '').join(' + ')
  const more = has('foreignCard') ? say('printed.rule.foreign', { percent: percent('foreignCard') }) : ''
  const refund = refunds[text('refund')]
  return [say('printed.rule.fee', { method, fee }), more, from, refund ? say(refund) : '', disputes]
}

const refunds: Readonly<Record<string, WordKey>> = {
  kept: 'printed.rule.kept',
  percent: 'printed.rule.percentBack',
  all: 'printed.rule.allBack',
}

const perOrder = ({ say, money }: Reader): string => say('printed.rule.perOrder', { amount: money('amount') })

const shipping: Readonly<Record<string, (read: Reader) => string>> = {
  table: tableText,
  method: ({ say, text, money }) => say('printed.rule.method', { amount: money('amount'), method: text('method') }),
  perUnit: ({ say, money }) => say('printed.rule.perUnit', { amount: money('amount') }),
  asCharged: ({ say }) => say('printed.rule.asCharged'),
  nothing: ({ say }) => say('printed.rule.nothing'),
  perOrder,
}

function tableText({ say, language, bands, has, money, inMoney }: Reader): string {
  const steps = bands.map(({ weight, amount }) => say('printed.rule.step', { weight, amount: inMoney(amount) }))
  const above = has('perKgAbove') ? [say('printed.rule.above', { amount: money('perKgAbove') })] : []
  const list = new Intl.ListFormat(language, { type: 'unit' }).format([...steps, ...above])
  return say('printed.rule.table', { steps: list })
}

function metaText({ say, text }: Reader): readonly string[] {
  const place = text('field') === '' ? text('key') : `${text('key')}.${text('field')}`
  const scale = scales[text('scale')]
  const currency =
    text('in') === 'key'
      ? say('printed.rule.inField', { field: text('currencyKey') })
      : say(text('in') === 'shop' ? 'printed.rule.inShop' : 'printed.rule.inOrder')
  return [place, scale ? say(scale) : '', currency]
}

const scales: Readonly<Record<string, WordKey>> = {
  '1': 'printed.rule.amounts',
  '0.01': 'printed.rule.hundredths',
  '-1': 'printed.rule.amountsBelow',
  '-0.01': 'printed.rule.hundredthsBelow',
}

function expenseText(read: Reader): readonly string[] {
  const { say, language, text, percent } = read
  const fee =
    text('kind') === 'percent'
      ? say('printed.rule.ofSales', { percent: percent('percent') })
      : (grown[text('kind')] ?? perOrder)(read)
  const end = text('end') === '' ? '' : say('printed.rule.until', { day: dayText(text('end'), language) })
  const start = say('printed.since.day', { day: dayText(text('start'), language) })
  return [say('printed.rule.fee', { method: text('name'), fee }), start, end]
}

const grown: Readonly<Record<string, (read: Reader) => string>> = {
  perOrder,
  perPaidOrder: ({ say, money }) => say('printed.rule.perPaidOrder', { amount: money('amount') }),
  perUnit: ({ say, money }) => say('printed.rule.perUnit', { amount: money('amount') }),
}

/** The fields of a rule as its form has them. */
export function ruleFields({ body }: Rule): Readonly<Record<string, string>> {
  const own = Object.keys(body).map((name) => [name, tidy(textIn(body, name))] as const)
  return {
    ...Object.fromEntries(own),
    regions: listIn(body, 'region').join(' '),
    bands: bandsIn(body)
      .map(({ weight, amount }) => `${weight} ${tidy(amount)}`)
      .join('\n'),
    expense: textIn(body, 'kind'),
  }
}

/** `12.500000` as people type it, and nothing for 0. */
function tidy(text: string): string {
  return /^0(\.0+)?$/.test(text) ? '' : tidyAmount(text)
}

/** `12.500000` as people type it. */
export function tidyAmount(text: string): string {
  return text.replace(/(\.\d\d)(\d*?)0+$/, '$1$2')
}

/** `12,50`, where that is how people type it. Three digits behind a comma keep the point: they could be thousands to a form. */
export function typedAmount(text: string, { numbers = 'en-US' }: FigureFormat): string {
  const hasComma = new Intl.NumberFormat(numbers).format(0.5).includes(',')
  return hasComma ? tidyAmount(text).replace(/\.(?=(?:\d\d|\d{4,})$)/, ',') : tidyAmount(text)
}

function textIn(body: Body, name: string): string {
  const value = body[name]
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function listIn(body: Body, name: string): readonly unknown[] {
  const value = body[name]
  return Array.isArray(value) ? value : []
}

/** Weight steps, in kilograms. */
function bandsIn(body: Body): Reader['bands'] {
  return listIn(body, 'bands').flatMap((band) =>
    typeof band === 'object' && band !== null && 'upTo' in band && 'amount' in band
      ? [{ weight: String(Number(band.upTo) / 1000), amount: String(band.amount) }]
      : [],
  )
}
