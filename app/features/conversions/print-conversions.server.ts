import type { ConversionEntry, ConversionState, Conversions } from '../../conversions.ts'
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

/** One order of the log. */
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
    canResend: entry.canResend && entry.state !== 'waiting',
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

/** How well orders could be recognised, how many were sent, and how fast. */
export function printHealth({ health, terms }: Conversions, display: FigureFormat): HealthModel {
  const { counts, sent, keysPerOrder, medianDelaySeconds, days } = health
  const orders = Object.values(counts).reduce((sum, one) => sum + one, 0)
  const count = (value: number) => figureText(String(value), 'count', display)
  const share = orders === 0 ? null : sent / orders
  return {
    title: `The last ${days} days`,
    tiles: [
      {
        label: 'Orders sent',
        value: share === null ? '–' : percent(share),
        note: `${count(sent)} of ${count(orders)} orders; ${count(counts['no_consent'] ?? 0)} without consent`,
      },
      {
        label: 'Match keys per order',
        value: keysPerOrder === null ? '–' : keysPerOrder.toFixed(1),
        note: 'What the platform can recognise a buyer by; more keys, more matches',
      },
      {
        label: 'Delay',
        value: medianDelaySeconds === null ? '–' : durationText(medianDelaySeconds),
        note: 'From placing to sending, the middle one',
      },
    ],
    keys: health.keys.map(({ key, share: part }) => ({
      key,
      label: terms.keys[key] ?? key,
      share: part,
      text: sent === 0 ? '–' : percent(part),
    })),
  }
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
