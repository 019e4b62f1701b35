import { createHash } from 'node:crypto'
import { AppError } from '@tillsight/core'
import type { PgBoss } from 'pg-boss'
import type { JobDefinition, Jobs, JobTiming } from './definition.ts'
import type { JobStore } from './store.ts'

const keepEndedSeconds = 7 * 86_400
const listed = 200

/** The side of the jobs that queues, shows and cancels; open while pg-boss is. */
export interface JobQueue extends Pick<Jobs, 'enqueue' | 'schedule' | 'unschedule' | 'cancel' | 'find' | 'list'> {
  /** Creates the queue of the definition, or brings its settings up to date, once. */
  ensureQueue<P extends object>(definition: JobDefinition<P>): Promise<void>
}

/** Builds the queueing side on a started pg-boss. */
export function createJobQueue(boss: PgBoss, store: JobStore, pace: JobTiming): JobQueue {
  const known = new Map<string, Promise<void>>()

  function ensureQueue<P extends object>(definition: JobDefinition<P>): Promise<void> {
    const provided = known.get(definition.name) ?? provideQueue(boss, definition, pace)
    known.set(definition.name, provided)
    return provided
  }

  return {
    ensureQueue,
    async enqueue(definition, payload, { startAfter, unlessWaiting = false } = {}) {
      const data = parsePayload(definition, payload)
      await ensureQueue(definition)
      const key = definition.exclusiveBy?.(data) ?? null
      if (unlessWaiting && (await store.isWaiting(definition.name, key))) return null
      const delayed = startAfter === undefined ? {} : { startAfter }
      const jobId = await boss.send(definition.name, data, { ...keyOptions(key), ...delayed })
      if (jobId !== null) await store.add({ jobId, queue: definition.name, key, label: definition.label(data) })
      return jobId
    },
    async schedule(definition, payload, { cron, zone }) {
      const data = parsePayload(definition, payload)
      await ensureQueue(definition)
      const key = definition.exclusiveBy?.(data) ?? null
      const options = { ...keyOptions(key), tz: zone, key: scheduleKey(key) }
      await boss.schedule(definition.name, cron, data, options).catch((cause: unknown) => {
        throw badSchedule(cron, zone, cause)
      })
    },
    async unschedule(definition, payload) {
      const key = definition.exclusiveBy?.(parsePayload(definition, payload)) ?? null
      await boss.unschedule(definition.name, scheduleKey(key))
    },
    async cancel(jobId) {
      const queue = await store.findQueue(jobId)
      if (queue === undefined) throw new AppError('not_found', 'This job does not exist any more.')
      await boss.cancel(queue, jobId)
      const view = await store.find(jobId)
      if (view?.state === 'cancelled') await store.announceCancel(jobId)
    },
    find: (jobId) => store.find(jobId),
    list: () => store.list(listed),
  }
}

async function provideQueue<P extends object>(
  boss: PgBoss,
  definition: JobDefinition<P>,
  pace: JobTiming,
): Promise<void> {
  const options = {
    retryLimit: definition.retry.limit,
    retryDelay: definition.retry.delaySeconds,
    retryBackoff: definition.retry.backoff,
    expireInSeconds: definition.expireInSeconds,
    heartbeatSeconds: pace.heartbeatSeconds,
    deleteAfterSeconds: keepEndedSeconds,
    notify: true,
  }
  await boss.createQueue(definition.name, options)
  await boss.updateQueue(definition.name, options)
}

/** Jobs of one group run one at a time; the singleton key only shows and finds the key, the queue allows many. */
function keyOptions(key: string | null): { group?: { id: string }; singletonKey?: string } {
  return key === null ? {} : { group: { id: key }, singletonKey: key }
}

/** pg-boss takes only some characters in the key of a schedule. */
function scheduleKey(key: string | null): string {
  if (key === null) return ''
  return /^[\w.\-/]+$/.test(key) ? key : createHash('sha256').update(key).digest('hex')
}

function parsePayload<P extends object>(definition: JobDefinition<P>, payload: P): P {
  const parsed = definition.payload.safeParse(payload)
  if (parsed.success) return parsed.data
  throw new AppError('invalid_input', `This is not what a job “${definition.name}” works on: ${parsed.error.message}`, {
    cause: parsed.error,
  })
}

function badSchedule(cron: string, zone: string, cause: unknown): AppError {
  const message = `“${cron}” in the zone ${zone} is not a schedule: expected a cron expression and an IANA zone.`
  return new AppError('invalid_input', message, { cause })
}
