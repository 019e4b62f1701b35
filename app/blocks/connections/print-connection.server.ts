import { dayText } from '../../format/index.ts'
import type { Language } from '../../language/languages.ts'
import { translateSentence } from '../../language/server-words.server.ts'
import type { Text } from '../../language/text.ts'
import { textFor } from '../../language/text-for.server.ts'
import type { ConnectionView, StreamView } from './connections.ts'
import type { ConnectionModel, StreamModel } from './model.ts'
import { connectionWords } from './words.server.ts'

interface Printing {
  /** The present instant. */
  readonly now: string
  /** Of the page; English when absent. */
  readonly language?: Language
}

/** Prints a connection and its progress. */
export function printConnection(connection: ConnectionView, printing: Printing): ConnectionModel {
  const { id, connector, connectorLabel, account, status, isReading, streams } = connection
  return {
    id,
    connector,
    connectorLabel,
    account,
    status,
    isReading,
    streams: streams.map((stream) => printStream(stream, printing)),
  }
}

function printStream(stream: StreamView, { now, language = 'en' }: Printing): StreamModel {
  const { id, label, state, error, retryAt } = stream
  const print = (amount: number) => new Intl.NumberFormat(language).format(amount)
  const done = print(stream.done)
  // The total estimated at the start no longer applies once the stream is complete.
  const total = state === 'complete' ? undefined : stream.total === null ? undefined : print(stream.total)
  return {
    id,
    label: translateSentence(label, language) ?? label,
    state,
    done: stream.done,
    total: stream.total,
    error,
    amount: total === undefined ? done : textFor(language)('connection.amount', { done, total }),
    completeSince: stream.completeSince && dayText(stream.completeSince.slice(0, 10), language),
    triedAgain: state === 'retrying' && retryAt !== null ? minutesUntil(retryAt, now, language) : null,
    left: stream.estimatedEndAt && timeLeft(stream.estimatedEndAt, now, textFor(language)),
  }
}

/** `in 4 min`; for a retry that is due, that it is about to happen. */
function minutesUntil(at: string, now: string, language: Language): string {
  const say = connectionWords.say(language)
  const minutes = Math.ceil((Date.parse(at) - Date.parse(now)) / 60_000)
  return minutes <= 1 ? say('retry.soon') : say('retry.minutes', { count: minutes })
}

/** Rounded up, because an import that finishes early is better than one that takes longer than promised. */
function timeLeft(end: string, now: string, t: Text): string {
  const minutes = Math.ceil((Date.parse(end) - Date.parse(now)) / 60_000)
  if (minutes <= 1) return t('connection.left_minute')
  if (minutes < 90) return t('connection.left_minutes', { count: minutes })
  return t('connection.left_hours', { count: Math.ceil(minutes / 60) })
}
