// The built product, with the demo shops or empty, on free ports and in a temporary folder. Runs as a child of the test run and exits
// with it, in any case.
import '../scripts/house/react.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@tillsight/core'
import { queueWatching } from '@tillsight/domain'
import type { Log } from '@tillsight/supervisor'
import { pino } from 'pino'
import type { DemoAccount, DemoPlan } from '../demo/plan.ts'
import { newAdSandbox } from '../demo/sandbox.ts'
import { ensureAccount } from '../server/accounts.ts'
import { type Config, loadConfig } from '../server/config.ts'
import { startDemo } from '../server/demo.ts'
import { mailboxToken } from '../server/identity/mailbox.ts'
import { startProduct } from '../server/main.ts'
import type { Product } from '../server/serve.ts'
import type { ProductAddresses } from './product-addresses.ts'
import { findFreePort, openSecureFront } from './secure-front.ts'
import { signIn } from './signed-in.ts'

/** Of whoever starts it: settings, and whether the demo's shops are in it. */
const { settings, hasDemo } = JSON.parse(process.argv[2] ?? '{"settings":{},"hasDemo":true}')
const account: DemoAccount = { email: 'demo@tillsight.test', password: 'a-demo-for-2-tests' }
/** More than the length, so that a password can lack one thing after another. */
const passwordRules = {
  AUTH_PASSWORD_MIN_LENGTH: '8',
  AUTH_PASSWORD_REQUIRED_CHARACTERS: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:0123456789',
  AUTH_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: '1',
}
/** All tests come from one address, and a test run signs in more often than any office. */
const unhurried = {
  AUTH_RATE_LIMIT_TOKEN_REFRESH: '1000000',
  AUTH_RATE_LIMIT_OTP: '1000000',
  INVITATIONS_PER_HOUR: '1000000',
  AUTH_RATE_LIMIT_VERIFY: '1000000',
  AUTH_RATE_LIMIT_EMAIL_SENT: '1000000',
  AUTH_SMTP_MAX_FREQUENCY: '1',
}
const dataDir = mkdtempSync(join(tmpdir(), 'tillsight-e2e-'))
const stopping = new AbortController()
/** By how many milliseconds the product's clock is ahead of the machine's. */
let ahead = 0
const open: (() => Promise<unknown> | void)[] = [() => rmSync(dataDir, { recursive: true, force: true })]

process.once('SIGTERM', () => void closeAndExit(0))
process.once('SIGINT', () => void closeAndExit(0))
// The test run has died.
process.once('disconnect', () => void closeAndExit(1))

try {
  process.send?.(await start())
} catch (error) {
  console.error(error)
  await closeAndExit(1)
}

async function start(): Promise<ProductAddresses> {
  const port = await findFreePort()
  const front = await openSecureFront(port)
  open.push(() => front.close())
  const createdAt = new Date().toISOString()
  const config = loadConfig({
    PORT: String(port),
    PUBLIC_URL: front.address,
    TILLSIGHT_DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    DEV_KIT: '1',
    // Pages are opened without TLS too; emailed links return to the requesting origin.
    AUTH_URI_ALLOW_LIST: `http://localhost:${port}/**`,
    ...passwordRules,
    ...unhurried,
    ...settings,
  })
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: false }))
  const product = await (hasDemo ? startWithDemo(config, log, createdAt) : startProduct(config, log))
  open.push(() => product.stop())
  process.on('message', (minutes) => void watchLater(product, Number(minutes)))
  if (!hasDemo) await ensureAccount(product.runtime, account)
  const cookies = await signIn(product.address, account)
  const adminKey = product.runtime.auth.service.apiKeys.service
  const { shopUrl = '', apiKey = '', apiSecret = '' } = product.runtime.connections.apps.shopify ?? {}
  const shopify = { shopUrl, apiKey, apiSecret }
  const addresses = { address: product.address, secureAddress: front.address, account }
  return { ...addresses, adminKey, mailboxToken: mailboxToken(config), shopify, createdAt, cookies }
}

/** Sets the product's clock ahead, and has every shop looked at: otherwise that is a matter of a quarter of an hour. */
async function watchLater({ runtime: { stores, jobs } }: Product, minutes: number): Promise<void> {
  ahead += minutes * 60_000
  systemClock.now = () => new Date(Date.now() + ahead)
  await queueWatching({ db: stores.background.database, jobs })
}

/** The demo follows a plan in its folder: stores and ad platforms of each kind, on any free ports. */
function startWithDemo(config: Config, log: Log, now: string): Promise<Product> {
  const plan: DemoPlan = {
    createdAt: now,
    account,
    stores: [
      { kind: 'demo', port: 0, now, file: null, consumerKey: 'ck_demo', consumerSecret: 'cs_demo' },
      { kind: 'shopify', port: 0, now, clientId: 'demo-app', clientSecret: 'shpss_demo' },
    ],
    ads: newAdSandbox({ googleads: 0, metaads: 0, tiktokads: 0 }),
  }
  writeFileSync(join(dataDir, 'demo.json'), JSON.stringify(plan))
  return startDemo(config, log, { fresh: false, dataSet: undefined, isLive: false, stopping: stopping.signal })
}

async function closeAndExit(code: number): Promise<void> {
  stopping.abort()
  for (const close of open.splice(0).toReversed()) {
    try {
      await close()
    } catch (error) {
      console.error(error)
    }
  }
  process.exit(code)
}
