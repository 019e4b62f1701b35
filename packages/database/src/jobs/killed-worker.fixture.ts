// The worker of killed-worker.test.ts; started as a process of its own, it hangs half-way, to be killed there.
import { systemClock, toConnectionId } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import { z } from 'zod'
import { type Database, openDatabase } from '../database.ts'
import { findSyncState, saveSyncState } from '../tables/index.ts'
import { createJobs, type JobDefinition, type JobHandler } from './index.ts'

const Payload = z.object({ connection: z.uuid() })
type Payload = z.infer<typeof Payload>

export const pages = 20
export const log: Log = { debug() {}, info() {}, warn() {}, error() {} }
export const timing = { pollSeconds: 0.5, checkSeconds: 1, stopTimeoutSeconds: 5 }

export const backfill: JobDefinition<Payload> = {
  name: 'backfill',
  payload: Payload,
  retry: { limit: 3, delaySeconds: 1, backoff: true },
  expireInSeconds: 600,
  exclusiveBy: ({ connection }) => connection,
  label: () => 'Importing',
}

/** Takes a page at a time and keeps a checkpoint. */
export function importer({ kysely }: Database, takePage: (page: number) => Promise<void>): JobHandler<Payload> {
  return async ({ connection }, { progress }) => {
    const key = { connectionId: toConnectionId(connection), stream: 'order', mode: 'backfill' } as const
    const from = Number((await findSyncState(kysely, key))?.checkpoint?.page ?? 0)
    for (let page = from; page < pages; page += 1) {
      await takePage(page)
      await saveSyncState(kysely, key, { checkpoint: { page: page + 1 } })
      await progress({ done: page + 1, total: pages })
    }
  }
}

async function workHalfAndHang(url: string): Promise<void> {
  const database = await openDatabase({ url, log, applicationName: 'killed worker' })
  const jobs = createJobs({ url, log, clock: systemClock, timing })
  const takePage = async (page: number) => {
    if (page < pages / 2) return
    process.stdout.write('half')
    await new Promise(() => undefined)
  }
  await jobs.handle(backfill, importer(database, takePage))
  await jobs.start()
}

const [, , url] = process.argv
if (import.meta.main && url !== undefined) await workHalfAndHang(url)
