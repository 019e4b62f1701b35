import type { Log } from '@tillsight/supervisor'
import { pino } from 'pino'
import type { Config } from './config.ts'

/** Something that runs until the process is asked to end. */
export interface Running {
  readonly address: string
  stop(): Promise<void>
}

export interface RunOptions<R extends Running> {
  readonly logLevel: Config['logLevel']
  /** Message once it is running. */
  readonly ready: (running: R) => string
}

/** Starts a service; when the signal aborts it gives up, and may reject with anything. */
export type Start<R extends Running> = (log: Log, stopping: AbortSignal) => Promise<R>

/** Starts a service, prints its address, and stops it gracefully on Ctrl-C or SIGTERM; a second Ctrl-C stops at once. */
export async function runUntilStopped<R extends Running>(start: Start<R>, options: RunOptions<R>): Promise<void> {
  const log = pino({ level: options.logLevel }, pino.destination({ dest: 2, sync: false }))
  const stopping = new AbortController()
  const stopped = new Promise<void>((done) => {
    stopping.signal.addEventListener('abort', () => {
      process.stderr.write('Stopping …\n')
      done()
    })
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort())
  try {
    const running = await start(log, stopping.signal)
    if (!stopping.signal.aborted) process.stdout.write(`${options.ready(running)}\n`)
    await stopped
    await running.stop()
  } catch (error) {
    // A start that was aborted on request is not an error.
    if (!stopping.signal.aborted) throw error
  }
}
