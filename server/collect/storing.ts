// The thread that stores collected events; see `createStoringThread`.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock as clock, type ShopId } from '@tillsight/core'
import { readShop } from '@tillsight/database'
import { followFacts, toShop, writeEvents } from '@tillsight/domain'
import { readRecords, type Stretch } from '@tillsight/tracking'
import { pino } from 'pino'
import { openAccess } from '../stores.ts'
import { byShop, eventsOf } from './intake.ts'
import type { Stored, StoringSettings } from './storing-thread.ts'

const { addresses, access, logLevel, identityKey }: StoringSettings = workerData
const log = pino({ level: logLevel }, pino.destination({ dest: 2, sync: false }))
const { database: db, warehouse } = await openAccess(addresses, { config: access, log, isBackground: true })

// Elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(10)

parentPort?.on('message', (from: Stretch) => void store(from).then((stored) => parentPort?.postMessage(stored)))

async function store(from: Stretch): Promise<Stored> {
  const shops: ShopId[] = []
  try {
    // All of it, a file at most: what the warehouse is asked about visitors takes little longer for many of them.
    const { records, end } = await readRecords(from, from.end - from.offset)
    for (const [id, own] of byShop(records)) {
      const shop = toShop(await readShop(db.kysely, id))
      const ctx = { db, clock, log, shop, warehouse: warehouse.for(id), identityKey, follower: followFacts }
      await writeEvents(ctx, eventsOf(own))
      shops.push(id)
    }
    return records.length === 0 ? { shops } : { shops, end }
  } catch (error) {
    log.warn({ err: error }, 'collected events could not be stored at once, and are tried one shop after the other')
    return { shops }
  }
}
