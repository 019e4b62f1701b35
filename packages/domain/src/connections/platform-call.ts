import type { ConnectionSettings, ConnectorContext, InstantText } from '@tillsight/connectors'
import type { Clock } from '@tillsight/core'
import type { ConnectionServices } from './services.ts'

/** Long enough for a slow store, short enough for a person who waits. */
const patienceMs = 60_000

/** Runs one exchange with a platform on a client of its own. Without a signal it is given up after a minute. */
export async function callPlatform<T>(
  services: Pick<ConnectionServices, 'openHttp'>,
  input: { settings: ConnectionSettings; clock: Clock; signal?: AbortSignal; since?: InstantText },
  call: (ctx: ConnectorContext) => Promise<T>,
): Promise<T> {
  const http = services.openHttp()
  try {
    return await call({
      settings: input.settings,
      http,
      clock: input.clock,
      signal: input.signal ?? AbortSignal.timeout(patienceMs),
      since: input.since ?? input.clock.now().toISOString(),
    })
  } finally {
    http.close()
  }
}
