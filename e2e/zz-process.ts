// The built product with the demo shop, on free ports and in a temporary folder. Runs as a child of the test run and exits
// with it, in any case.
import '../scripts/house/react.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { DemoAccount, DemoPlan } from '../demo/plan.ts'
import { newAdSandbox } from '../demo/sandbox.ts'
import { loadConfig } from '../server/config.ts'
import { startProduct } from '../server/main.ts'
import { asSandbox } from '../server/config.ts'
import { ensureAccount, makeOwner } from '../server/accounts.ts'
import { operatorContexts } from '../server/contexts.ts'
import { createShop, run } from '@tillsight/domain'
import { writeRecords } from '../packages/domain/src/ledger/index.ts'
import { sampleLine, sampleOrder, sampleRefund, sampleRefundLine, buyer } from '../packages/domain/src/ledger/sample-facts.ts'
import { writeAdDays } from '../packages/domain/src/reports/ads.testing.ts'
import { mailboxToken } from '../server/identity/mailbox.ts'
import type { ProductAddresses } from './product-addresses.ts'
import { findFreePort, openSecureFront } from './secure-front.ts'
import { signIn } from './signed-in.ts'

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
  AUTH_RATE_LIMIT_VERIFY: '1000000',
  AUTH_RATE_LIMIT_EMAIL_SENT: '1000000',
  AUTH_SMTP_MAX_FREQUENCY: '1',
}
const dataDir = mkdtempSync(join(tmpdir(), 'tillsight-e2e-'))
const stopping = new AbortController()
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
  const createdAt = writePlan()
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
  })
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: false }))
  const product = await startProduct({ ...asSandbox(config), publicUrl: front.address }, log)
  open.push(() => product.stop())
  const { id } = await ensureAccount(product.runtime, account)
  await makeOwner(product.runtime, id, 'Demo')
  await fill(product.runtime)
  const cookies = await signIn(product.address, account)
  const adminKey = product.runtime.auth.service.apiKeys.service
  const { shopUrl = '', apiKey = '', apiSecret = '' } = product.runtime.connections.apps.shopify ?? {}
  const shopify = { shopUrl, apiKey, apiSecret }
  const addresses = { address: product.address, secureAddress: front.address, account }
  return { ...addresses, adminKey, mailboxToken: mailboxToken(config), shopify, createdAt, cookies }
}

async function fill(runtime: Parameters<typeof operatorContexts>[0]) {
  const contexts = operatorContexts(runtime)
  await run(createShop, await contexts.anyShop(), { domain: 'nordlicht-kontor.example', name: 'Nordlicht Kontor', platform: 'woocommerce', zone: 'Europe/Berlin', currency: 'EUR', country: 'DE' })
  const ctx = await contexts.shop('nordlicht-kontor.example')
  const now = Date.now()
  const records: object[] = []
  let n = 0
  const products = ['Wanduhr Nord', 'Teekanne', 'Leinenkissen mit einem sehr langen Namen', 'Kerzenhalter', 'Wolldecke', 'Brotkasten']
  for (let day = 430; day >= 0; day--) {
    const count = 3 + ((day * 7) % 5) + (day < 30 ? 2 : 0)
    for (let i = 0; i < count; i++) {
      n += 1
      const p = (n * 5 + day) % products.length
      const price = 19.9 + p * 13.5 + (day < 30 ? -2 : 0)
      const q = 1 + (n % 3)
      const placedAt = new Date(now - day * 86_400_000 - i * 3_600_000).toISOString().replace(/\.\d+/, '')
      const gross = (price * q).toFixed(2)
      records.push(sampleOrder({ id: `${n}`, placedAt, country: ['DE', 'AT', 'FR'][n % 3]!, gateway: ['stripe', 'bacs', 'ppcp-gateway'][n % 3]!, customer: buyer(`b${n % 900}@x.test`), salesChannel: n % 4 ? 'web' : 'pos',
        lines: [sampleLine({ id: 'a', productId: `${p}`, title: products[p]!, quantity: `${q}`, gross, tax: (price * q * 0.19).toFixed(2) }), sampleLine({ id: 's', type: 'shipping', productId: null, gross: '4.90', tax: '0.93' })] }))
      if (n % 17 === 0) records.push(sampleRefund({ id: `r${n}`, orderId: `${n}`, at: new Date(Math.min(now - 3_600_000, Date.parse(placedAt) + 5 * 86_400_000)).toISOString().replace(/\.\d+/, ''), amount: gross, lines: [sampleRefundLine({ id: 'x', orderLineId: 'a', productId: `${p}`, amount: gross, tax: '0' })] }))
    }
  }
  await writeRecords(ctx, { source: 'woocommerce', records: records as never })
  const days = Array.from({ length: 430 }, (_, d) => new Date(now - d * 86_400_000).toISOString().slice(0, 10))
  await writeAdDays(ctx, days.flatMap((day, index) => [
    { day, platform: 'custom', campaign: 'ads', spend: (60 + (index % 9) * 4).toFixed(2) },
    { day, platform: 'custom', campaign: 'agency', spend: '12', countsAs: 'marketing' as const },
    { day, platform: 'custom', campaign: 'rent', spend: '45', countsAs: 'expense' as const },
  ]))
}

/** The demo follows a plan in its folder: stores and ad platforms of each kind, on any free ports. */
function writePlan(): string {
  const now = new Date().toISOString()
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
  return now
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
