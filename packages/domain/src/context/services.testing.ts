// Services of connections for tests in which nothing is connected.
import { AppError } from '@tillsight/core'
import { createSecretsBox } from '@tillsight/database'
import { connectorList } from '@tillsight/platforms/connectors'
import type { ConnectionServices } from '../connections/index.ts'

/** Services without a network. */
export const servicesWithoutNetwork: ConnectionServices = {
  connectors: connectorList,
  apps: {},
  secrets: createSecretsBox({ secret: 'the secret of a test installation' }),
  openHttp() {
    throw new AppError('unavailable', 'There is no network in these tests.')
  },
  pausesOf: () => ({ until: async () => undefined, hold: async () => {} }),
  addresses: null,
  requests: {
    async check() {},
    async sync() {},
    async ensureWebhooks() {},
    async processWebhooks() {},
    async reach() {},
    async pictures() {},
    async reconcile() {},
    async tellPlatform() {},
  },
  checkReceiver: async (url) => url,
  hashPassword: async (password) => `hash of ${password}`,
  shareAddress: (token) => `https://tillsight.example/s/${token}`,
  checkSlack: (url) => url,
  jobs: { list: async () => [] },
}
