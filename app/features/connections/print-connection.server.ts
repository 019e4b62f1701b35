import { ageText, dayText, instantText } from '../../format/index.ts'
import type { ConnectionView, StreamView } from '../../services.ts'
import type { ConnectionModel, StreamModel } from './model.ts'

interface Printing {
  readonly zone: string
  /** The present instant. */
  readonly now: string
}

/** A connection in words. */
export function printConnection(connection: ConnectionView, { zone, now }: Printing): ConnectionModel {
  const { id, connectorLabel, account, status, message, access, missing, lastSyncAt, nextSyncAt } = connection
  return {
    id,
    connectorLabel,
    account,
    status,
    message,
    access,
    missing,
    lastSync: lastSyncAt === null ? null : { age: ageText(lastSyncAt, now), at: instantText(lastSyncAt, zone) },
    nextSync: nextSyncAt && instantText(nextSyncAt, zone),
    streams: connection.streams.map((stream) => printStream(stream, now)),
  }
}

function printStream(stream: StreamView, now: string): StreamModel {
  const done = stream.done.toLocaleString('en-US')
  return {
    ...stream,
    amount: stream.total === null ? done : `${done} of ${stream.total.toLocaleString('en-US')}`,
    completeSince: stream.completeSince && dayText(stream.completeSince.slice(0, 10)),
    left: stream.estimatedEndAt && timeLeft(stream.estimatedEndAt, now),
  }
}

/** Rounded up, because an import that takes longer than promised is worse than one that is done early. */
function timeLeft(end: string, now: string): string {
  const minutes = Math.ceil((Date.parse(end) - Date.parse(now)) / 60_000)
  if (minutes <= 1) return 'about a minute left'
  return minutes < 90 ? `about ${minutes} min left` : `about ${Math.ceil(minutes / 60)} h left`
}
