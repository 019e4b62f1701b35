import { createConnection, findShopsByDomain, saveSyncState, updateConnection } from '@tillsight/database'
import type { Runtime } from '../server/runtime.ts'
import { type Door, openDoor } from './door.ts'
import { makeShops } from './facts.ts'
import { atMost, type Benchmark, inTurns, type Report } from './harness.ts'
import { withProduct, withRuntime } from './installation.ts'
import { auditPages } from './page-audits.ts'
import { tryPages } from './page-visits.ts'

const full = 'full.test'
const empty = 'empty.test'
const orders = 100_000
const atOnce = 8

/** What people wait for: first byte, rendering, what a browser carries, how quickly it answers, and Lighthouse's marks. */
export const benchmark: Benchmark = {
  name: 'pages',
  about:
    'client JavaScript per page, first byte, largest paint, interactions and Lighthouse, of a shop with 100,000 orders',
  run: (report) =>
    withProduct(async (product, dataDir) => {
      const door = await withRuntime(dataDir, async (runtime) => {
        await makeShops(runtime, [
          { domain: full, orders },
          { domain: empty, orders: 0 },
        ])
        await addConnection(runtime)
        return await openDoor(runtime, product.address)
      })
      await renderPages(report, door)
      await tryPages(report, door, full)
      await auditPages(report, door, full)
    }),
}

/** A store that was read completely a moment ago, and is left alone: without one a page has nothing to show. */
async function addConnection({ stores, clock }: Runtime): Promise<void> {
  const { kysely } = stores.database
  const [shop] = await findShopsByDomain(kysely, full)
  if (!shop) throw new Error('The shop was made just now.')
  const { id } = await createConnection(kysely, {
    shopId: shop.id,
    connector: 'woocommerce',
    settings: {},
    secrets: Buffer.from('nobody reads these'),
    status: 'active',
  })
  await updateConnection(kysely, id, { paused: true })
  for (const stream of ['orders', 'refunds']) {
    for (const mode of ['backfill', 'increment'] as const) {
      await saveSyncState(kysely, { connectionId: id, stream, mode }, { lastSuccessAt: clock.now() })
    }
  }
}

/** Rendering on the server: alone for the first byte, several at once for what the machine can do. */
async function renderPages(report: Report, { address, cookie }: Door): Promise<void> {
  const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Chrome/150.0' }
  const pages = { summary: `/shop/${full}`, hub: `/shop/${full}/hub`, login: '/auth/login' } as const
  const firstByte = async (path: string): Promise<void> => {
    const { status, body } = await fetch(`${address}${path}`, {
      headers: path === pages.login ? agent : { ...agent, cookie },
      redirect: 'manual',
    })
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    const reader = body?.getReader()
    await reader?.read()
    // The rest belongs to nobody's wait for the first byte, and has to be out of the way of the next.
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read());
  }
  const alone = await inTurns({
    summary: () => firstByte(pages.summary),
    hub: () => firstByte(pages.hub),
    login: () => firstByte(pages.login),
  })
  for (const name of ['summary', 'hub', 'login'] as const) {
    report({ measure: `${name}, whole on the server`, value: alone[name].median, unit: 'ms', target: atMost(200) })
  }
  const several = (path: string) => () => Promise.all(Array.from({ length: atOnce }, () => firstByte(path)))
  const crowd = await inTurns({ full: several(pages.summary), empty: several(`/shop/${empty}`) }, 15)
  report({
    measure: 'summary pages a second',
    value: (atOnce * 1000) / crowd.full.median,
    unit: 'per_second',
  })
  report({
    measure: 'summary with figures / the same page without',
    value: crowd.full.median / crowd.empty.median,
    unit: 'ratio',
    target: atMost(6),
  })
}
