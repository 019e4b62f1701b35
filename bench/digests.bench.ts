import { randomUUID } from 'node:crypto'
import { toPersonId } from '@tillsight/core'
import { addDigest, addMembership, findShopsByDomain, savePerson, updatePerson } from '@tillsight/database'
import { makeDueDigests, NotificationSettings, sendWaitingMails } from '@tillsight/domain'
import { createNotificationServices } from '../server/notifications/services.ts'
import type { Runtime } from '../server/runtime.ts'
import { makeShops } from './facts.ts'
import { atMost, type Benchmark, elapsed, type Report, watchMemory } from './harness.ts'
import { withProduct, withRuntime } from './installation.ts'

const dayMs = 86_400_000
const ordersOfAShop = 500
/** `npm run bench -- digests --shops 50` */
const usualShops = 1_000
/** For 1,000 shops, in seconds. */
const longestSeconds = 900

/** What the daily digests of an installation take, with profit and what explains it. */
export const benchmark: Benchmark = {
  name: 'digests',
  about: `daily digests of ${readShops()} shops, each of one owner who sees profit: time and memory`,
  run: (report) =>
    withProduct(
      (_product, dataDir) => withRuntime(dataDir, (runtime) => measure(report, runtime, readShops())),
      // The rounds are run here.
      { TILLSIGHT_ROLE: 'web' },
    ),
}

function readShops(): number {
  const at = process.argv.indexOf('--shops')
  const given = Number(process.argv[at + 1])
  return at !== -1 && Number.isInteger(given) && given > 0 ? given : usualShops
}

async function measure(report: Report, runtime: Runtime, shops: number): Promise<void> {
  const domains = Array.from({ length: shops }, (_, index) => `shop-${index}.test`)
  await makeShops(
    runtime,
    domains.map((domain) => ({ domain, orders: ordersOfAShop })),
  )
  for (const domain of domains) await addReader(runtime, domain)
  const services = {
    ...createNotificationServices(runtime),
    sendMail: async () => ({ state: 'sent', reason: '' }) as const,
  }
  const half = Math.floor(shops / 2)
  // The first half fills what is made once: templates, plans, connections.
  await holdBack(runtime, half)
  const first = watchMemory()
  const firstMs = await elapsed(() => makeDueDigests(services))
  report({ measure: 'memory added by the first half', value: first.stop(), unit: 'MB' })
  await holdBack(runtime, 0)
  const second = watchMemory()
  const secondMs = await elapsed(() => makeDueDigests(services))
  report({ measure: 'memory added by the second half', value: second.stop(), unit: 'MB', target: atMost(64) })
  const seconds = (firstMs + secondMs) / 1000
  report({
    measure: `digests of ${shops} shops`,
    value: seconds,
    unit: 's',
    target: atMost((longestSeconds * shops) / usualShops),
  })
  let sent = 0
  const sendMs = await elapsed(async () => {
    sent = await sendWaitingMails(services)
  })
  if (sent !== shops) throw new Error(`${sent} of ${shops} digests were made and sent`)
  report({ measure: 'claiming and ending a mail', value: sendMs / shops, unit: 'ms' })
}

async function addReader({ stores, clock }: Runtime, domain: string): Promise<void> {
  const db = stores.database.kysely
  const [shop] = await findShopsByDomain(db, domain)
  if (!shop) throw new Error(`${domain} was not made`)
  const id = toPersonId(randomUUID())
  await savePerson(db, { id, email: `owner@${domain}`, name: '' })
  await updatePerson(db, id, { notifications: NotificationSettings.parse({ digestAt: '00:00' }) })
  const membership = { organisationId: shop.organisationId, personId: id, role: 'admin', shopIds: [shop.id] }
  await addMembership(db, membership)
  await addDigest(db, { personId: id, shopId: null, every: 'day', at: new Date(clock.now().getTime() - 2 * dayMs) })
}

/** Leaves that many digests for later. */
async function holdBack({ stores, clock }: Runtime, count: number): Promise<void> {
  const db = stores.database.kysely
  const later = new Date(clock.now().getTime() + dayMs)
  const due = db.selectFrom('digests').select('id').orderBy('id').limit(count)
  if (count > 0) await db.updateTable('digests').set({ nextAt: later }).where('id', 'in', due).execute()
  else await db.updateTable('digests').set({ nextAt: clock.now() }).execute()
}
