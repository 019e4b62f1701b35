import { AppError } from '@tillsight/core'
import { checkReceiverAddress, handlePushJobs, type PushContext } from '@tillsight/domain'
import { createHttpClient } from '@tillsight/platforms/connectors'
import { isLanguage } from '../app/language/languages.ts'
import { deviceName } from './identity/sessions.ts'
import { alertWords } from './notifications/alert-words.ts'
import { createNotificationServices } from './notifications/services.ts'
import type { Runtime } from './runtime.ts'
import { version } from './version.ts'

/** Push services answer with a few words at most. */
const mostAnswerBytes = 64 * 1024

/** What a request needs to keep devices. */
export function pushDevices({ connections, config }: Runtime): PushContext['push'] {
  return {
    secrets: connections.secrets,
    nameDevice: deviceName,
    async checkEndpoint(url) {
      try {
        return await checkReceiverAddress(url, { allowsPrivate: config.allowPrivateStoreUrls })
      } catch {
        const message =
          'This is no address of a push service: it has to begin with https:// and be on the public internet.'
        throw new AppError('invalid_input', message, {
          details: { field: 'endpoint' },
          problems: { endpoint: message },
        })
      }
    },
    composeTest(language) {
      const words = alertWords[isLanguage(language) ? language : 'en']
      return { title: words.pushTest, body: words.pushTestText }
    },
  }
}

/** Pushes messages from this process. */
export async function pushToDevices(runtime: Runtime): Promise<void> {
  const { stores, clock, log, jobs, config, connections, own } = runtime
  const http = createHttpClient({
    log,
    clock,
    userAgent: `Tillsight/${version}`,
    allowPrivateAddresses: config.allowPrivateStoreUrls,
    pace: 'off',
    maxBodyBytes: mostAnswerBytes,
  })
  const openShops = createNotificationServices(runtime)
  await handlePushJobs({
    db: stores.background.database,
    clock,
    log,
    jobs,
    secrets: connections.secrets,
    http,
    subject: () => subjectOf(own.url()),
    openShopsOf: (person) => openShops.openShopsOf(person),
  })
}

/** Whom a push service asks about messages: it takes https and mailto only. */
function subjectOf(siteUrl: string): string {
  const { protocol, hostname } = new URL(siteUrl)
  return protocol === 'https:' ? siteUrl : `mailto:push@${hostname}`
}
