import { renderWebhookNews } from '@tillsight/auth'
import {
  handleNotificationJobs,
  handleWebhookJobs,
  postWaitingMessages,
  pushWaitingMessages,
  startWebhookSender,
  type WebhookNews,
  type WebhookSender,
} from '@tillsight/domain'
import { createHttpClient } from '@tillsight/platforms/connectors'
import { createNotificationServices } from './notifications/services.ts'
import type { Runtime } from './runtime.ts'
import { version } from './version.ts'

/** Connections to one host at once: many shops may be told through one service. */
const mostSockets = 400
/** An answer says nothing but its status, or a word. */
const mostAnswerBytes = 256 * 1024

/** Sends what waits from this process until it is stopped: digests and alerts to people, webhooks to programs. */
export async function deliverFromHere(runtime: Runtime): Promise<WebhookSender> {
  const { stores, clock, log, jobs, config, connections, own } = runtime
  const http = createHttpClient({
    log,
    clock,
    userAgent: `Tillsight/${version}`,
    allowPrivateAddresses: config.allowPrivateStoreUrls,
    pace: 'off',
    maxBodyBytes: mostAnswerBytes,
    maxSockets: mostSockets,
  })
  const outgoing = { db: stores.background.database, clock, log, secrets: connections.secrets, http }
  const people = createNotificationServices(runtime)
  const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
  const devices = { ...outgoing, subject: () => subjectOf(own.url()), openShopsOf: people.openShopsOf.bind(people) }
  await handleNotificationJobs({
    ...people,
    jobs,
    channels: {
      slack: (signal) => postWaitingMessages({ ...outgoing, sleep }, signal),
      push: (signal) => pushWaitingMessages(devices, signal),
    },
  })
  const programs = {
    ...outgoing,
    composeMail: (news: WebhookNews) => {
      const { subject, html, text, headers = {} } = renderWebhookNews({ ...news, to: '', siteUrl: own.url() })
      return { subject, html, text, headers }
    },
  }
  await handleWebhookJobs({ ...programs, jobs })
  const sender = await startWebhookSender(programs)
  return {
    async stop() {
      await sender.stop()
      http.close()
    },
  }
}

/** Whom a push service asks about messages: it takes https and mailto only. */
function subjectOf(siteUrl: string): string {
  const { protocol, hostname } = new URL(siteUrl)
  return protocol === 'https:' ? siteUrl : `mailto:push@${hostname}`
}
