import { type Amount, amountText, isAppError, isCurrency, parseAmount, zeroAmount } from '@tillsight/core'
import { addDays, addMonths, type Day, parseDay } from '@tillsight/core/days'
import type { CustomSpendFields } from '@tillsight/database'
import { platforms } from '@tillsight/metrics'
import { type Counting, countings } from './entry.ts'
import { isOfSpend, readShareBase, type ShareBase, shareFigures } from './shares.ts'
import { type Repetition, repetitions } from './spread.ts'

/** The fields of an entry of custom spend, entered as text; absent ones are empty. */
export const spendFields = [
  'channel',
  'campaign',
  'name',
  'firstDay',
  'lastDay',
  'amount',
  'percentOf',
  'currency',
  'repeats',
  'countsAs',
  'note',
] as const
/** One of {@link spendFields}. */
export type SpendField = (typeof spendFields)[number]
/** Entered texts, by field. */
export type TypedSpend = { readonly [Field in SpendField]?: string | undefined }

/** What is wrong with one field, and how to fix it. */
export interface FieldProblem {
  readonly field: SpendField
  readonly problem: string
  readonly remedy: string
}

/** Context for parsing entered texts. */
export interface FieldContext {
  readonly today: Day
  /** The default currency. */
  readonly currency: string
  /** The shop's existing channels: a name in another spelling means the same channel. */
  readonly channels: readonly string[]
}

/** Maximum lengths of texts. */
export const spendLimits = { channel: 60, campaign: 120, name: 120, note: 500 } as const

const earliest = parseDay('2000-01-01')
const [mostYearsAhead, mostYearsLong] = [5, 10]

const words: Readonly<Record<string, Repetition>> = {
  '': 'never',
  once: 'never',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
  ...Object.fromEntries(repetitions.map((repetition) => [repetition, repetition])),
}

/** Parses all fields and collects every problem; `fields` is only valid if there are none. */
export function readSpendFields(
  typed: TypedSpend,
  context: FieldContext,
): { readonly fields: CustomSpendFields; readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = []
  const refuse: Refuse = (field, problem, remedy) => {
    problems.push({ field, problem, remedy })
  }
  const text = (field: keyof typeof spendLimits) => readText(typed[field], field, refuse)
  const channel = readChannel(text('channel'), context.channels, refuse)
  const campaign = text('campaign')
  const days = readDays(typed, context.today, refuse)
  const percentOf = readPercentOf(typed.percentOf, context.channels, refuse)
  const amount = readAmount(typed.amount, percentOf, refuse)
  return {
    fields: {
      channel,
      campaign,
      name: text('name') || campaign || channel,
      // A percentage has the days and the currency of the figure that it is of.
      repeats: percentOf === null ? readRepetition(typed.repeats, refuse) : 'day',
      ...days,
      amount: amountText(amount),
      percentOf,
      currency: percentOf === null ? readCurrency(typed.currency, context.currency, refuse) : context.currency,
      countsAs: readCounting(typed.countsAs, percentOf, refuse),
      note: text('note'),
    },
    problems,
  }
}

type Refuse = (field: SpendField, problem: string, remedy: string) => void

/** Trims to one line with single spaces. A note may have several lines. */
function readText(typed: string | undefined, field: keyof typeof spendLimits, refuse: Refuse): string {
  const value = field === 'note' ? tidyLines(typed) : (typed ?? '').trim().replaceAll(/\s+/g, ' ')
  const limit = spendLimits[field]
  if (value.length > limit) refuse(field, `It has ${value.length} characters; the limit is ${limit}.`, 'Shorten it.')
  if (/[\p{Cs}]|(?![\n])\p{Cc}/u.test(value)) refuse(field, 'It holds a character that is no text.', 'Type it anew.')
  return value
}

function tidyLines(typed = ''): string {
  return typed
    .replaceAll('\r\n', '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .trim()
}

function readChannel(channel: string, known: readonly string[], refuse: Refuse): string {
  if (channel === '') {
    refuse('channel', 'The channel is missing.', 'Say where the money went, such as Influencers, Print or Radio.')
    return channel
  }
  const same = (other: string) => other.toLowerCase() === channel.toLowerCase()
  const platform = platforms.find(({ id, name }) => same(id) || same(name))
  if (platform !== undefined)
    refuse(
      'channel',
      `${platform.name} brings its own figures once it is connected.`,
      'Connect it under Integrations, or choose another name for what is spent beside it.',
    )
  return known.find(same) ?? channel
}

function readDays(
  typed: TypedSpend,
  today: Day,
  refuse: Refuse,
): { readonly firstDay: Day; readonly lastDay: Day | null } {
  const firstDay = readDay(typed.firstDay, 'firstDay', refuse)
  const lastDay = (typed.lastDay ?? '').trim() === '' ? null : readDay(typed.lastDay, 'lastDay', refuse)
  if (firstDay === undefined || lastDay === undefined) return { firstDay: today, lastDay: null }
  const latest = addMonths(today, 12 * mostYearsAhead)
  if (firstDay < earliest) refuse('firstDay', 'It lies before the year 2000.', 'Check the year.')
  if (firstDay > latest) refuse('firstDay', `It lies more than ${mostYearsAhead} years ahead.`, 'Check the year.')
  if (lastDay !== null && lastDay < firstDay)
    refuse('lastDay', 'It lies before the first day.', 'Swap the two, or leave the last day empty.')
  if (lastDay !== null && lastDay > addDays(addMonths(firstDay, 12 * mostYearsLong), -1))
    refuse(
      'lastDay',
      `It lies more than ${mostYearsLong} years after the first day.`,
      'Check the year, or leave it empty.',
    )
  return { firstDay, lastDay }
}

function readDay(typed: string | undefined, field: 'firstDay' | 'lastDay', refuse: Refuse): Day | undefined {
  const text = (typed ?? '').trim()
  try {
    return parseDay(text)
  } catch (error) {
    if (!isAppError(error)) throw error
    if (text === '') refuse(field, 'The day is missing.', 'Write it like 2026-03-31.')
    else refuse(field, 'This is not an existing day.', 'Write it like 2026-03-31.')
    return undefined
  }
}

function readPercentOf(typed: string | undefined, channels: readonly string[], refuse: Refuse): ShareBase | null {
  const text = (typed ?? '').trim()
  if (text === '') return null
  const base = readShareBase(text, channels)
  const remedy = `Use one of: ${shareFigures.join(', ')}, or channel: with the name of a channel.`
  if (base === undefined) refuse('percentOf', 'There is no such metric or channel.', remedy)
  return base ?? 'orderRevenue'
}

const wholePercent = parseAmount('100')

/** Money, or a percentage. */
function readAmount(typed: string | undefined, percentOf: ShareBase | null, refuse: Refuse): Amount {
  const isMoney = percentOf === null
  const text = isMoney ? (typed ?? '').trim() : (typed ?? '').replace('%', '').trim()
  const remedy = isMoney
    ? 'Write it like 1234.50: a point before the decimals, no thousands separator, no currency sign.'
    : 'Write a percentage up to 100, like 7.5.'
  try {
    const amount = parseAmount(text)
    if (amount <= 0n)
      refuse('amount', 'The amount is not above 0.', 'Enter what was spent; to take it back, delete the entry.')
    if (!isMoney && amount > wholePercent) refuse('amount', 'It is more than 100 percent.', remedy)
    return amount
  } catch (error) {
    if (!isAppError(error)) throw error
    const problem = text === '' ? 'The amount is missing.' : 'This is not an amount.'
    refuse('amount', error.message.includes('too large') ? 'The amount is too large.' : problem, remedy)
    return zeroAmount
  }
}

function readCurrency(typed: string | undefined, otherwise: string, refuse: Refuse): string {
  const code = (typed ?? '').trim().toUpperCase() || otherwise
  if (!isCurrency(code)) refuse('currency', 'This currency is not known.', 'Use an ISO 4217 code: EUR, USD, GBP, …')
  return code
}

function readRepetition(typed: string | undefined, refuse: Refuse): Repetition {
  const repetition = words[(typed ?? '').trim().toLowerCase()]
  if (repetition === undefined)
    refuse('repeats', 'This word is not known here.', `Use one of: ${repetitions.join(', ')}.`)
  return repetition ?? 'never'
}

function readCounting(typed: string | undefined, percentOf: ShareBase | null, refuse: Refuse): Counting {
  const word = (typed ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const counting = countings.find((known) => known === word)
  if (counting === undefined && word !== '')
    refuse('countsAs', 'This word is not known here.', `Use one of: ${countings.join(', ')}.`)
  const isCircular = percentOf !== null && isOfSpend(percentOf)
  const circle = 'A percentage of ad spend cannot be ad spend itself: it would be a percentage of itself.'
  if (isCircular && counting === 'ad_spend') refuse('countsAs', circle, 'Let it count as marketing or another expense.')
  return counting ?? (isCircular ? 'marketing' : 'ad_spend')
}
