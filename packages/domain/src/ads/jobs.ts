import { type Clock, toConnectionId } from '@tillsight/core'
import { dayOf, parseDay } from '@tillsight/core/days'
import { type JobDefinition, type Jobs, listActiveConnections, readShop } from '@tillsight/database'
import { type Preset, presetRange } from '@tillsight/metrics'
import { z } from 'zod'
import { openConnection, type WorkRequests } from '../connections/index.ts'
import type { PictureServices } from './download-picture.ts'
import { fetchPictures } from './pictures.ts'
import { askConnection, fetchReach } from './reach.ts'
import { moveOldAdPictures } from './stored-pictures.ts'

/** Services that the ad jobs need. */
export interface AdJobServices extends PictureServices {
  readonly jobs: Jobs
}

const OneConnection = z.object({ connection: z.string().transform(toConnectionId) })
const Reach = OneConnection.extend({ from: z.string().transform(parseDay), to: z.string().transform(parseDay) })

const reachJob: JobDefinition<z.infer<typeof Reach>> = {
  name: 'ads-reach',
  payload: Reach,
  retry: { limit: 4, delaySeconds: 120, backoff: true },
  expireInSeconds: 1800,
  exclusiveBy: ({ connection, from, to }) => `${connection} ${from} ${to}`,
  label: ({ from, to }) => `Asking how many people were reached from ${from} to ${to}`,
}

const picturesJob: JobDefinition<z.infer<typeof OneConnection>> = {
  name: 'ads-pictures',
  payload: OneConnection,
  retry: { limit: 3, delaySeconds: 300, backoff: true },
  expireInSeconds: 3600,
  exclusiveBy: ({ connection }) => connection,
  label: () => 'Fetching pictures of ads and products',
}

const moveJob: JobDefinition<Record<string, never>> = {
  name: 'ads-move-pictures',
  payload: z.strictObject({}),
  retry: { limit: 3, delaySeconds: 60, backoff: true },
  expireInSeconds: 3600,
  exclusiveBy: () => 'all',
  label: () => 'Moving pictures of ads to the files',
}

const aroundJob: JobDefinition<Record<string, never>> = {
  name: 'ads-around',
  payload: z.strictObject({}),
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 600,
  exclusiveBy: () => 'all',
  label: () => 'Looking for reach and pictures of ads',
}

/** Work requests for ads, implemented as jobs. A job that is already waiting is not queued again. */
export function adRequestsByJobs(jobs: Pick<Jobs, 'enqueue'>): Pick<WorkRequests, 'reach' | 'pictures'> {
  return {
    async reach({ connection, from, to }) {
      await jobs.enqueue(reachJob, { connection, from, to }, { unlessWaiting: true })
    },
    async pictures(connection) {
      await jobs.enqueue(picturesJob, { connection }, { unlessWaiting: true })
    },
  }
}

/**
 * Runs the ad jobs in this process, and requests the ranges and pictures that people are likely to view. Needs started jobs.
 */
export async function handleAdJobs(services: AdJobServices): Promise<void> {
  const { jobs } = services
  await jobs.handle(reachJob, async (options, { signal }) => fetchReach(services, { ...options, signal }))
  await jobs.handle(picturesJob, async ({ connection }, { signal }) => {
    await fetchPictures(services, { connection, signal })
  })
  await jobs.handle(moveJob, (_payload, { signal }) => moveOldAdPictures(services.files, signal))
  await jobs.handle(aroundJob, () => lookAround(services, services.clock))
  await jobs.schedule(aroundJob, {}, { cron: '12 * * * *', zone: 'UTC' })
  await jobs.enqueue(moveJob, {})
}

/** Ranges that pages show first; each is fetched once while it denotes the same days. */
const usual: readonly Preset[] = [
  'yesterday',
  'last_7_days',
  'last_28_days',
  'last_30_days',
  'last_90_days',
  'last_month',
]
/** Such ranges that include today. */
const running: readonly Preset[] = ['today', 'week_to_date', 'month_to_date']
const oncePerNightMs = 20 * 3_600_000
const runningForMs = 6 * 3_600_000

/** Runs hourly, because days begin at different times in each zone. Recently requested ranges are skipped. */
async function lookAround(services: AdJobServices, clock: Clock): Promise<void> {
  const { db, connections, log } = services
  for (const row of await listActiveConnections(db.kysely)) {
    const connector = connections.connectors.find(({ id }) => id === row.connector)
    if (!connector) continue
    try {
      const connection = openConnection(row, connections)
      if (!connection.verified || connection.problem) continue
      await connections.requests.pictures(row.id)
      if (!connector.ads?.reach) continue
      const { zone } = await readShop(db.kysely, row.shopId)
      const today = dayOf(clock.now(), zone)
      const ask = async (preset: Preset, withinMs: number) => {
        const range = presetRange(preset, { today, weekStartsOn: 1, since: today })
        await askConnection({ db, clock, services: connections }, { connection: row.id, ...range }, withinMs)
      }
      for (const preset of usual) await ask(preset, oncePerNightMs)
      for (const preset of running) await ask(preset, runningForMs)
    } catch (error) {
      // A connection that cannot be opened must not block the others.
      log.error({ connection: row.id, err: error }, 'what is due of an ad platform could not be found out')
    }
  }
}
