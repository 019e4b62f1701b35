import { AppError } from '@tillsight/core'
import { type ClaimedMessage, findNextWebhookTime, webhooksChannel } from '@tillsight/database'
import { claimMessages, sendMessage, type WebhookServices } from './send.ts'

/** A process's sender of messages. */
export interface WebhookSender {
  /** Breaks off what is on its way, which is sent again with the same ids by the next process. */
  stop(): Promise<void>
}

/** In this process at once, so that many dead receivers do not take all its memory. */
const mostAtOnce = 400
/** In case nothing wakes it. */
const longestSleepMs = 5 * 60_000
const afterFailureMs = 10_000
const shutdown = new AppError('unavailable', 'Tillsight is shutting down; what was on its way is sent again.')

/**
 * Sends messages from this process as they are written down, which the database announces, and again when the next attempt is due.
 * In between it does nothing at all.
 */
export async function startWebhookSender(services: WebhookServices): Promise<WebhookSender> {
  const { db, clock, log } = services
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isAskedAgain = false
  const stopping = new AbortController()

  const start = (message: ClaimedMessage): void => {
    const work = sendMessage(services, message, stopping.signal)
      .catch((error: unknown) => log.error({ err: error, message: message.id }, 'the outcome of a webhook was lost'))
      .finally(() => {
        running.delete(work)
        wake()
      })
    running.add(work)
  }

  /** Starts what can be started; returns for how long there is nothing more to do. */
  const look = async (): Promise<number> => {
    while (running.size < mostAtOnce) {
      const claimed = await claimMessages(services, mostAtOnce - running.size)
      if (claimed.length === 0) break
      for (const message of claimed) start(message)
    }
    const now = clock.now()
    const next = await findNextWebhookTime(db.kysely, now)
    const untilMs = next === undefined ? longestSleepMs : next.getTime() - now.getTime()
    return Math.min(Math.max(untilMs, 1), longestSleepMs)
  }

  const lookOrWait = async (): Promise<void> => {
    let sleepMs = afterFailureMs
    try {
      sleepMs = await look()
    } catch (error) {
      log.warn({ err: error }, 'webhooks wait for the database')
    }
    looking = undefined
    if (stopping.signal.aborted) return
    if (isAskedAgain) wake()
    else timer = setTimeout(wake, sleepMs)
  }

  function wake(): void {
    if (stopping.signal.aborted) return
    isAskedAgain = looking !== undefined
    if (looking) return
    clearTimeout(timer)
    looking = lookOrWait()
  }

  const endListening = await db.listen(webhooksChannel, { message: wake, missed: wake })
  wake()
  return {
    async stop() {
      stopping.abort(shutdown)
      endListening()
      clearTimeout(timer)
      await looking
      await Promise.all(running)
    },
  }
}
