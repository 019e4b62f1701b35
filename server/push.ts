import { AppError } from '@tillsight/core'
import { checkReceiverAddress, type PushContext } from '@tillsight/domain'
import { isLanguage } from '../app/language/languages.ts'
import { deviceName } from './identity/sessions.ts'
import { alertWords } from './notifications/alert-words.ts'
import type { Runtime } from './runtime.ts'

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
