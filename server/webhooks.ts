import { renderWebhookNews } from '@tillsight/auth'
import { handleWebhookJobs, startWebhookSender, type WebhookNews, type WebhookSender } from '@tillsight/domain'
import { createHttpClient } from '@tillsight/platforms/connectors'
import type { Runtime } from './runtime.ts'
import { version } from './version.ts'

/** Connections to one host at once: many shops may be told through one service. */
const mostSockets = 400
/** An answer says nothing but its status. */
const mostAnswerBytes = 256 * 1024

/** Sends webhooks from this process until it is stopped. */
export async function sendWebhooks(runtime: Runtime): Promise<WebhookSender> {
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
  const services = {
    db: stores.background.database,
    clock,
    log,
    secrets: connections.secrets,
    http,
    composeMail: (news: WebhookNews) => {
      const { subject, html, text, headers = {} } = renderWebhookNews({ ...news, to: '', siteUrl: own.url() })
      return { subject, html, text, headers }
    },
  }
  await handleWebhookJobs({ ...services, jobs })
  const sender = await startWebhookSender(services)
  return {
    async stop() {
      await sender.stop()
      http.close()
    },
  }
}
