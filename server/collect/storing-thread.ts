import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ShopId } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import type { Position, Stretch } from '@tillsight/tracking'
import type { Config } from '../config.ts'
import type { AccessSettings, Addresses } from '../stores.ts'
import type { Apart } from './intake.ts'

/** What the thread needs to open the stores, as it can be handed over. */
export interface StoringSettings {
  readonly addresses: Addresses
  readonly access: AccessSettings
  readonly logLevel: Config['logLevel']
  readonly identityKey: Uint8Array
}

/** What became of a stretch: the shops whose events are stored, and where those end; without an end, there was a failure. */
export interface Stored {
  readonly shops: readonly ShopId[]
  readonly end?: Position
}

const calmMs = 60_000
/** Most of what storing makes is garbage soon: with little room for it, it would be copied again and again. */
const resourceLimits = { maxYoungGenerationSizeMb: 64 }

interface Running {
  readonly thread: Worker
  /** Aborted when it ends, also while nothing is asked of it. */
  readonly gone: AbortSignal
}

function begin(settings: StoringSettings): Running {
  const thread = new Worker(new URL('storing.ts', import.meta.url), { workerData: settings, resourceLimits })
  const gone = new AbortController()
  thread.once('error', (error) => gone.abort(error))
  thread.once('exit', () => gone.abort())
  return { thread, gone: gone.signal }
}

/**
 * Stores in a thread of its own, which shares neither processor nor garbage collection with answering browsers. It is started
 * when it is needed and ended after a minute of calm, for the memory that it takes. `follow` is called for what is stored.
 */
export function createStoringThread(
  settings: StoringSettings,
  { log, follow }: { readonly log: Log; readonly follow: (shop: ShopId) => Promise<void> },
): Apart {
  let running: Running | undefined
  let calm: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    clearTimeout(calm)
    const ended = running
    running = undefined
    await ended?.thread.terminate()
  }

  return {
    async store(from: Stretch) {
      clearTimeout(calm)
      try {
        running ??= begin(settings)
        const { thread, gone } = running
        thread.postMessage(from)
        const [stored]: (Stored | undefined)[] = await once(thread, 'message', { signal: gone })
        for (const shop of stored?.shops ?? []) await follow(shop)
        calm = setTimeout(() => void end(), calmMs).unref()
        return stored?.end
      } catch (error) {
        log.error({ err: error }, 'the thread that stores collected events ended')
        await end()
        return undefined
      }
    },
    close: end,
  }
}
