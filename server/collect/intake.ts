import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock, ShopId } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import { type CollectedEvent, openSpool, type Spool } from '@tillsight/tracking'
import { createDrain, type DrainOptions, toRecord } from './drain.ts'

/** Where events go that are to be stored. */
export interface EventIntake {
  /** Opens the spool and begins to empty it. Throws `conflict` while another process has it. */
  open(): Promise<void>
  /** Resolves when the events are safe: on the disk, or in the stores where this process has no spool. */
  keep(shop: ShopId, events: readonly CollectedEvent[]): Promise<void>
  /** Bytes that wait to be stored. */
  heldBytes(): number
  close(): Promise<void>
}

/** What an intake is made of. */
export interface IntakeOptions extends Pick<DrainOptions, 'write' | 'isUp'> {
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
  readonly wait?: DrainOptions['wait']
  /** What may wait on the disk. */
  readonly mostBytes?: number
}

/** Some two million events; at a hundred a second, five hours. */
const usualMostBytes = 1024 * 1024 * 1024

/** An intake that writes straight to the stores until it is opened. */
export function createIntake(options: IntakeOptions): EventIntake {
  const { dataDir, clock, log, write, isUp, wait = pause, mostBytes = usualMostBytes } = options
  let spool: Spool | undefined
  let close = async (): Promise<void> => {}
  return {
    async open() {
      const dir = join(dataDir, 'events')
      const onTorn = ({ bytes }: { readonly bytes: number }): void =>
        log.info(
          { bytes },
          'the end of a file of events was cut off when a process was killed; nobody was told that it was kept',
        )
      const main = await openSpool({ dir, mostBytes, onTorn })
      const aside = await openSpool({ dir: join(dir, 'aside'), mostBytes, onTorn }).catch(async (error: unknown) => {
        await main.close()
        throw error
      })
      const drain = createDrain({ spool: main, aside, clock, log, write, isUp, wait })
      spool = main
      close = async () => {
        spool = undefined
        await drain.stop()
        await Promise.all([main.close(), aside.close()])
      }
      drain.start()
    },
    keep: (shop, events) => (spool === undefined ? write(shop, events) : spool.append(toRecord({ shop, events }))),
    heldBytes: () => spool?.heldBytes() ?? 0,
    async close() {
      await close()
      close = async () => {}
    },
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined)
}
