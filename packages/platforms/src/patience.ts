import { ConnectorError, isConnectorError } from './failures.ts'

/** Runs an exchange that is given up after `ms`; then throws `transient` with the code `timeout`. */
export async function withPatience<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const patience = AbortSignal.timeout(ms)
  try {
    return await work(patience)
  } catch (error) {
    if (!patience.aborted || isConnectorError(error)) throw error
    throw new ConnectorError(
      {
        kind: 'transient',
        message: `The platform did not answer completely within ${Math.max(1, Math.round(ms / 1_000))} seconds. Try again in a minute; reading goes on by itself.`,
        platformCode: 'timeout',
        worsens: {
          afterMs: 24 * 3_600_000,
          kind: 'account_state',
          message:
            'The platform has not answered in time for more than a day. If it is your shop, ask your host whether it is online; reading goes on by itself as soon as it answers.',
        },
      },
      { cause: error },
    )
  }
}
