import type { ConversionEntry, ConversionState, Conversions } from '@tillsight/domain'
import { type FigureFormat, figureText, instantText } from '../../format/index.ts'
import type { Language, Say } from '../../language/index.ts'
import { translateSentence } from '../../language/server-words.server.ts'
import type { HealthModel, LogRow, Tone } from './model.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

const states = {
  waiting: { word: 'filter.waiting', tone: 'accent' },
  sent: { word: 'filter.sent', tone: 'good' },
  refused: { word: 'filter.refused', tone: 'bad' },
  given_up: { word: 'filter.given_up', tone: 'bad' },
  no_consent: { word: 'entry.no_consent', tone: 'neutral' },
  left_out: { word: 'filter.left_out', tone: 'neutral' },
} as const satisfies Record<ConversionState, { readonly word: WordKey; readonly tone: Tone }>

function printState(state: ConversionState, say: Say<WordKey>): LogRow['state'] {
  const { word, tone } = states[state]
  return { label: say(word), tone }
}

interface Printing {
  readonly keys: Readonly<Record<string, string>>
  readonly zone: string
  readonly display: FigureFormat
}

/** What buyers are found again by, named in a language. */
export function nameKeys(keys: readonly string[], language: Language): string {
  return new Intl.ListFormat(language, { type: 'unit' }).format(
    keys.map((key) => translateSentence(key, language) ?? key),
  )
}

/** Prints one entry of the log. */
export function printEntry(entry: ConversionEntry, { keys, zone, display }: Printing): LogRow {
  const { value, currency, corrections, sentAt, nextAt } = entry
  const { language = 'en' } = display
  const say = pageWords.say(language)
  const at = (instant: string) => instantText(instant, zone, language)
  const money = value === null ? '' : figureText(value, 'money', { ...display, currency })
  return {
    order: entry.order,
    name: entry.orderName,
    placed: at(entry.placedAt),
    state: printState(entry.state, say),
    value: corrections === 0 ? money : say('log.corrected', { value: money }),
    when: nextAt !== null ? say('log.next', { time: at(nextAt) }) : sentAt === null ? '' : at(sentAt),
    keys: nameKeys(
      entry.keys.map((key) => keys[key] ?? key),
      language,
    ),
    note: entry.reason || entry.answer,
    attempts: entry.attempts > 1 ? say('log.attempts', { count: entry.attempts }) : '',
    again: entry.canResend ? (entry.state === 'waiting' ? 'now' : 'again') : null,
  }
}

/** Delivery statistics: matching keys, success rate, delay and responses. */
export function printHealth(
  { health, terms, label }: Conversions,
  { zone, display }: Omit<Printing, 'keys'>,
): HealthModel {
  const { sent, since, days } = health
  const { language = 'en' } = display
  const say = pageWords.say(language)
  const count = (value: number) => figureText(String(value), 'count', display)
  return {
    title:
      since === null ? say('health.days', { days }) : say('health.since', { time: instantText(since, zone, language) }),
    tiles: [
      { label: say('health.sent'), ...printShare(health, { count, display, say }) },
      { label: say('health.delay'), ...printDelay(health, { language, say }) },
      { label: say('health.again'), ...printAgain(health, { name: label, count, say }) },
      {
        label: say('health.keys'),
        value: health.keysPerOrder === null ? '–' : figureText(health.keysPerOrder, 'count', { ...display, digits: 1 }),
        note: say('health.keysNote'),
      },
    ],
    keys: health.keys.map(({ kind, label: name, share, advice }) => ({
      kind,
      label: name,
      share,
      text: sent === 0 ? '–' : figureText(share, 'percent', display),
      advice,
    })),
    advice: health.advice,
    said: {
      heading: say('health.says', { name: label }),
      note: terms.ownWord,
      answers: health.answers.map(({ state, text, count: orders }) => ({
        state: printState(state, say),
        text,
        count: count(orders),
      })),
    },
  }
}

type Health = Conversions['health']
type Count = (value: number) => string

interface Wording {
  readonly say: Say<WordKey>
}

interface Counting extends Wording {
  readonly count: Count
}

const missingStates = ['waiting', 'no_consent', 'refused', 'given_up', 'left_out'] as const

function printShare(
  { share, sent, placed, counts }: Health,
  { count, display, say }: Counting & { readonly display: FigureFormat },
) {
  const parts = missingStates.flatMap((state) =>
    counts[state] ? [say('health.part', { state: say(`filter.${state}`), count: count(counts[state]) })] : [],
  )
  return {
    value: figureText(share, 'percent', display),
    note: [say('health.sentNote', { sent: count(sent), placed: count(placed) }), ...parts].join('; '),
  }
}

interface Timing extends Wording {
  readonly language: Language
}

function printDelay({ medianDelaySeconds, slowDelaySeconds }: Health, { language, say }: Timing) {
  if (medianDelaySeconds === null) return { value: '–', note: say('health.delayNone') }
  const slow = durationText(slowDelaySeconds ?? medianDelaySeconds, language)
  return { value: durationText(medianDelaySeconds, language), note: say('health.delayNote', { slow }) }
}

function printAgain({ again, late }: Health, { name, count, say }: Counting & { readonly name: string }) {
  const note = say('health.againNote', { name })
  return { value: count(again), note: late === 0 ? note : `${note}; ${say('health.late', { count: late })}` }
}

function durationText(seconds: number, language: Language): string {
  const minutes = Math.round(seconds / 60)
  const hours = Math.round(minutes / 60)
  if (minutes < 120) return unitText(minutes, 'minute', language)
  return hours < 72 ? unitText(hours, 'hour', language) : unitText(Math.round(hours / 24), 'day', language)
}

function unitText(amount: number, unit: 'minute' | 'hour' | 'day', language: Language): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(amount)
}
