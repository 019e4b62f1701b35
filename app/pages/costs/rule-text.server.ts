import type { CostRulesView } from '@tillsight/domain'
import { labelOf } from '../../blocks/figures-page/dimension-labels.server.ts'
import { dayText, type FigureFormat, figureText } from '../../format/index.ts'

type Rule = CostRulesView['rules'][number]
type Body = Rule['body']

/** Reads the fields of a rule as words. */
interface Reader {
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

/** A rule in a sentence: `stripe: 1.4 % + €0.25, from the beginning; nothing comes back with refunds`. */
export function ruleText({ kind, body }: Rule, format: FigureFormat): string {
  const text = (name: string) => textIn(body, name)
  const inMoney = (amount: string) =>
    figureText(amount, 'money', { ...format, currency: text('currency') || format.currency })
  return tellers[kind]({
    text,
    inMoney,
    money: (name) => inMoney(text(name) || '0'),
    percent: (name) => `${Number(text(name) || 0)} %`,
    has: (name) => Number(text(name)) > 0,
    from: text('from') === '' ? 'from the beginning' : `from ${dayText(text('from'))}`,
    where: text('region') === '' ? 'everywhere' : `to ${text('region')}`,
    bands: bandsIn(body),
  })
}

const tellers: Readonly<Record<Rule['kind'], (read: Reader) => string>> = {
  fee: feeText,
  shipping: (read) => `${(shipping[read.text('type')] ?? perOrder)(read)}, ${read.where}, ${read.from}`,
  handling: ({ money, from }) => `${money('perOrder')} an order and ${money('perUnit')} a piece, ${from}`,
  return: ({ money, where, from }) =>
    `A label of ${money('label')} for each order with returned goods, ${where}, ${from}`,
  expense: expenseText,
  feeMeta: (read) => `${metaText(read)}, for ${read.text('gateway') === '' ? 'every method' : read.text('gateway')}`,
  labelMeta: (read) =>
    `${metaText(read)}; ${read.text('addsUp') === 'false' ? 'the first parcel counts' : 'parcels add up'}`,
}

function feeText({ text, money, percent, has, from }: Reader): string {
  const gateway = text('gateway')
  const name =
    gateway === '*'
      ? 'Every method, for the platform'
      : labelOf({ dimension: 'gateway', value: gateway, language: 'en' })
  const disputes = text('dispute') === '' ? '' : `; ${money('dispute')} for each dispute`
  if (!has('percent') && !has('fixed')) return `${name} costs nothing, ${from}${disputes}`
  const parts = [has('percent') ? percent('percent') : '', has('fixed') ? money('fixed') : '']
  const more = has('foreignCard') ? `, + ${percent('foreignCard')} for foreign cards` : ''
  return `${name}: ${parts.filter((part) => part !== '').join(' + ')}${more}, ${from}; ${refunds[text('refund')] ?? ''}${disputes}`
}

const refunds: Readonly<Record<string, string>> = {
  kept: 'nothing comes back with refunds',
  percent: 'the percentage comes back with refunds',
  all: 'all comes back with a full refund',
}

const perOrder = ({ money }: Reader): string => `${money('amount')} an order`

const shipping: Readonly<Record<string, (read: Reader) => string>> = {
  table: tableText,
  method: ({ text, money }) => `${money('amount')} by ${text('method')}`,
  perUnit: ({ money }) => `${money('amount')} a piece`,
  asCharged: () => 'As much as the buyer paid',
  nothing: () => 'Nothing',
  perOrder,
}

function tableText({ bands, has, money, inMoney }: Reader): string {
  const steps = bands.map(({ weight, amount }) => `up to ${weight} kg ${inMoney(amount)}`)
  const above = has('perKgAbove') ? [`then ${money('perKgAbove')} for each kg begun`] : []
  return `By weight: ${[...steps, ...above].join(', ')}`
}

function metaText({ text }: Reader): string {
  const place = text('field') === '' ? text('key') : `${text('key')}, ${text('field')}`
  const currency = text('in') === 'key' ? `the currency in ${text('currencyKey')}` : `the ${text('in')}’s currency`
  return `${place}: ${scales[text('scale')] ?? ''} in ${currency}`
}

const scales: Readonly<Record<string, string>> = {
  '1': 'amounts',
  '0.01': 'hundredths',
  '-1': 'amounts below zero',
  '-0.01': 'hundredths below zero',
}

function expenseText({ text, money, percent }: Reader): string {
  const amount =
    text('kind') === 'percent' ? `${percent('percent')} of goods` : `${money('amount')} ${grown[text('kind')] ?? ''}`
  const end = text('end') === '' ? '' : ` to ${dayText(text('end'))}`
  return `${text('name')}: ${amount}, from ${dayText(text('start'))}${end}`
}

const grown: Readonly<Record<string, string>> = {
  perOrder: 'an order',
  perPaidOrder: 'a paid order',
  perUnit: 'a piece',
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
