import { type ConnectionSettings, type ConnectorContext, type InstantText, withPatience } from '@tillsight/connectors'
import type { Clock } from '@tillsight/core'
import type { ConnectionServices } from './services.ts'

/** Long enough for a slow store, short enough for a person who waits. */
const usualPatienceMs = 60_000

/**
 * Runs one exchange with a platform on a client of its own. Without a signal it is given up after a minute, as a failure
 * of the platform that may pass.
 */
export async function callPlatform<T>(
  services: Pick<ConnectionServices, 'openHttp'>,
  input: {
    settings: ConnectionSettings
    clock: Clock
    signal?: AbortSignal
    since?: InstantText
    patienceMs?: number
  },
  call: (ctx: ConnectorContext) => Promise<T>,
): Promise<T> {
  const http = services.openHttp()
  const { settings, clock } = input
  const since = input.since ?? clock.now().toISOString()
  try {
    if (input.signal) return await call({ settings, http, clock, signal: input.signal, since })
    return await withPatience(input.patienceMs ?? usualPatienceMs, (signal) =>
      call({ settings, http, clock, signal, since }),
    )
  } finally {
    http.close()
  }
}
