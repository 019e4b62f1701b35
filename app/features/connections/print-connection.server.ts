import { ageText, dayText, instantText } from '../../format/index.ts'
import type { Language } from '../../language/languages.ts'
import type { Text } from '../../language/text.ts'
import { textFor } from '../../language/text-for.server.ts'
import type { ConnectionView, StreamView } from '../../services.ts'
import type { ConnectionModel, StreamModel } from './model.ts'

interface Printing {
  readonly zone: string
  /** The present instant. */
  readonly now: string
  /** Of the page; English when absent. */
  readonly language?: Language
}

/** A connection in words. */
export function printConnection(connection: ConnectionView, printing: Printing): ConnectionModel {
  const { zone, now, language } = printing
  const { id, connector, connectorLabel, account, status, message, access, missing, lastSyncAt, nextSyncAt } =
    connection
  return {
    id,
    connector,
    connectorLabel,
    account,
    status,
    message,
    access,
    missing,
    lastSync:
      lastSyncAt === null
        ? null
        : { age: ageText(lastSyncAt, now, language), at: instantText(lastSyncAt, zone, language) },
    nextSync: nextSyncAt && instantText(nextSyncAt, zone, language),
    streams: connection.streams.map((stream) => printStream(stream, printing)),
  }
}

function printStream(stream: StreamView, { now, language = 'en' }: Printing): StreamModel {
  const done = stream.done.toLocaleString('en-US')
  const total = stream.total?.toLocaleString('en-US')
  return {
    ...stream,
    amount: total === undefined ? done : textFor(language)('connection.amount', { done, total }),
    completeSince: stream.completeSince && dayText(stream.completeSince.slice(0, 10), language),
    left: stream.estimatedEndAt && timeLeft(stream.estimatedEndAt, now, textFor(language)),
  }
}

/** Rounded up, because an import that takes longer than promised is worse than one that is done early. */
function timeLeft(end: string, now: string, t: Text): string {
  const minutes = Math.ceil((Date.parse(end) - Date.parse(now)) / 60_000)
  if (minutes <= 1) return t('connection.left_minute')
  if (minutes < 90) return t('connection.left_minutes', { count: minutes })
  return t('connection.left_hours', { count: Math.ceil(minutes / 60) })
}
