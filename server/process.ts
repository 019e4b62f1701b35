import type { Log } from '@tillsight/supervisor'
import { pino } from 'pino'
import type { Config } from './config.ts'

/** Something that runs until the process is asked to end. */
export interface Running {
  readonly address: string
  stop(): Promise<void>
}

export interface RunOptions {
  readonly logLevel: Config['logLevel']
  /** What is printed once it can be opened. */
  readonly ready: (running: Running) => string
}

/** Starts, says where it is, and stops in order on Ctrl-C or when a service manager asks; a second Ctrl-C stops at once. */
export async function runUntilStopped(start: (log: Log) => Promise<Running>, options: RunOptions): Promise<void> {
  const log = pino({ level: options.logLevel }, pino.destination({ dest: 2, sync: false }))
  const stopped = new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done())
  })
  const running = await start(log)
  process.stdout.write(`${options.ready(running)}\n`)
  await stopped
  process.stderr.write('Stopping …\n')
  await running.stop()
}
