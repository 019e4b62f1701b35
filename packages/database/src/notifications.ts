import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@tillsight/supervisor'
import pg from 'pg'

const firstPauseMs = 250
const longestPauseMs = 10_000
/** A connection that is silent for this long is probed. */
const probeAfterMs = 30_000

/** Callbacks of a listener. */
export interface Listener {
  message(payload: string): void
  /** The connection was lost for a while: notifications may have been missed. */
  missed(): void
}

/** Notifications between processes on this database, over one connection per process. */
export interface Notifications {
  /** Resolves once no further notification can be missed; the returned function stops listening. */
  listen(channel: string, listener: Listener): Promise<() => void>
  close(): Promise<void>
}

interface NotificationsOptions {
  readonly url: string
  readonly log: Log
  readonly applicationName: string
}

/** Connects for the first listener, and reconnects automatically until closed. */
export function createNotifications({ url, log, applicationName }: NotificationsOptions): Notifications {
  const channels = new Map<string, Set<Listener>>()
  const closing = new AbortController()
  let standing: Promise<pg.Client> | undefined

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: `${applicationName} listener`,
      keepAlive: true,
      keepAliveInitialDelayMillis: probeAfterMs,
    })
    client.on('error', (error) => log.debug({ err: error }, 'the connection for notifications broke'))
    client.on('notification', ({ channel, payload = '' }) => {
      for (const listener of channels.get(channel) ?? []) listener.message(payload)
    })
    try {
      await client.connect()
      for (const channel of channels.keys()) await listenOn(client, channel)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    return client
  }

  const stand = async (): Promise<pg.Client> => {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      closing.signal.throwIfAborted()
      try {
        const client = await connect()
        client.once('end', comeBack)
        return client
      } catch (error) {
        log.warn({ err: error, pauseMs }, 'the connection for notifications cannot be opened; it is tried again')
        await delay(pauseMs, undefined, { signal: closing.signal, ref: false })
      }
    }
  }

  const comeBack = (): void => {
    if (closing.signal.aborted) return
    standing = stand()
    standing.then(
      () => {
        for (const listener of [...channels.values()].flatMap((all) => [...all])) listener.missed()
      },
      () => undefined,
    )
  }

  return {
    async listen(channel, listener) {
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners.add(listener))
      standing ??= stand()
      // If the connection breaks just now, the next one listens to every channel as soon as it stands.
      await listenOn(await standing, channel).catch(() => undefined)
      return () => void listeners.delete(listener)
    },
    async close() {
      closing.abort()
      channels.clear()
      const client = await standing?.catch(() => undefined)
      await client?.end()
    },
  }
}

/** Repeating it on the same connection has no effect. */
async function listenOn(client: pg.Client, channel: string): Promise<void> {
  await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
}
