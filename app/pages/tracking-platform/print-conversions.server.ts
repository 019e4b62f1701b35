import type { ConversionEntry, ConversionState, Conversions } from '@tillsight/domain'
import { type FigureFormat, figureText, instantText } from '../../format/index.ts'
import type { HealthModel, LogRow, Tone } from './model.ts'

const states = {
  waiting: { label: 'Waiting', tone: 'accent' },
  sent: { label: 'Sent', tone: 'good' },
  refused: { label: 'Refused', tone: 'bad' },
  given_up: { label: 'Given up', tone: 'bad' },
  no_consent: { label: 'Not sent: no consent', tone: 'neutral' },
  left_out: { label: 'Left out', tone: 'neutral' },
} as const satisfies Record<ConversionState, { readonly label: string; readonly tone: Tone }>

interface Printing {
  readonly keys: Readonly<Record<string, string>>
  readonly zone: string
  readonly display: FigureFormat
}

/** Prints one entry of the log. */
export function printEntry(entry: ConversionEntry, { keys, zone, display }: Printing): LogRow {
  const { value, currency, corrections, sentAt, nextAt } = entry
  const money = value === null ? '' : figureText(value, 'money', { ...display, currency })
  return {
    order: entry.order,
    name: entry.orderName,
    placed: instantText(entry.placedAt, zone),
    state: states[entry.state],
    value: corrections === 0 ? money : `${money} (corrected)`,
    when: whenOf({ sentAt, nextAt, zone }),
    keys: entry.keys.map((key) => keys[key] ?? key).join(', '),
    note: [entry.reason || entry.answer, attemptsOf(entry)].filter((text) => text !== '').join(' '),
    again: entry.canResend ? (entry.state === 'waiting' ? 'Send now' : 'Send again') : null,
  }
}

function whenOf({
  sentAt,
  nextAt,
  zone,
}: Pick<ConversionEntry, 'sentAt' | 'nextAt'> & { readonly zone: string }): string {
  if (nextAt !== null) return `next ${instantText(nextAt, zone)}`
  return sentAt === null ? '' : instantText(sentAt, zone)
}

function attemptsOf({ attempts }: ConversionEntry): string {
  return attempts > 1 ? `${attempts} attempts.` : ''
}

/** Delivery statistics: matching keys, success rate, delay and responses. */
export function printHealth(
  { health, terms, label }: Conversions,
  { zone, display }: Omit<Printing, 'keys'>,
): HealthModel {
  const { sent, since, days } = health
  const count = (value: number) => figureText(String(value), 'count', display)
  return {
    title: since === null ? `The last ${days} days` : `Orders placed since ${instantText(since, zone)}`,
    tiles: [
      { label: 'Orders sent', ...printShare(health, count) },
      { label: 'Delay', ...printDelay(health) },
      { label: 'Sent more than once', ...printAgain(health, { label, count }) },
      {
        label: 'Match keys per order',
        value: health.keysPerOrder === null ? '–' : health.keysPerOrder.toFixed(1),
        note: 'What the platform can recognise a buyer by; more keys, more matches',
      },
    ],
    keys: health.keys.map(({ kind, label: name, share, advice }) => ({
      kind,
      label: name,
      share,
      text: sent === 0 ? '–' : percent(share),
      advice,
    })),
    advice: health.advice,
    said: {
      heading: `What ${label} says`,
      note: terms.ownWord,
      answers: health.answers.map(({ state, text, count: orders }) => ({
        state: states[state],
        text,
        count: count(orders),
      })),
    },
  }
}

type Health = Conversions['health']
type Count = (value: number) => string

function printShare({ share, sent, placed, counts }: Health, count: Count) {
  const missing = [
    ['waiting', 'waiting'],
    ['no_consent', 'without consent'],
    ['refused', 'refused'],
    ['given_up', 'given up'],
    ['left_out', 'left out'],
  ] as const
  const parts = missing.flatMap(([state, words]) => (counts[state] ? [`${count(counts[state])} ${words}`] : []))
  const orders = placed === 1 ? '1 order placed' : `${count(placed)} orders placed`
  return {
    value: share === null ? '–' : percent(share),
    note: [`${count(sent)} of ${orders}`, ...parts].join('; '),
  }
}

function printDelay({ medianDelaySeconds, slowDelaySeconds }: Health) {
  if (medianDelaySeconds === null) return { value: '–', note: 'From placing to sending' }
  const slow = durationText(slowDelaySeconds ?? medianDelaySeconds)
  return {
    value: durationText(medianDelaySeconds),
    note: `From placing to sending, the middle one; the slowest of 20: ${slow}`,
  }
}

function printAgain({ again, late }: Health, { label, count }: { readonly label: string; readonly count: Count }) {
  const note = `Under the same event ID, so that ${label} counts them once`
  return { value: count(again), note: late === 0 ? note : `${note}; ${count(late)} of them may count twice` }
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function durationText(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 72 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
