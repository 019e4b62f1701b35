import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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
    giveBackWhenCalm()
    await stopped
    await running.stop()
  } catch (error) {
    // A start that was aborted on request is not an error.
    if (!stopping.signal.aborted) throw error
  }
}

const calmMs = 10_000
/** Part of the time that the process works when nobody uses it: what background work takes. */
const mostWhenCalm = 0.03
const worthCollecting = 16 * 1024 * 1024

/**
 * Gives back the memory of work that is over: Node keeps the room that it needed at its busiest, and collects only when its heap is
 * full. That takes half a second, so it is done when nobody asks for anything, and only after the heap has grown.
 */
function giveBackWhenCalm(): void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  let [kept, before] = [0, performance.eventLoopUtilization()]
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before)
    if (utilization <= mostWhenCalm && getHeapStatistics().total_heap_size - kept > worthCollecting) {
      // The other flavors keep the freed pages for later.
      collect({ type: 'major', flavor: 'last-resort' })
      kept = getHeapStatistics().total_heap_size
    }
    before = performance.eventLoopUtilization()
  }, calmMs).unref()
}
