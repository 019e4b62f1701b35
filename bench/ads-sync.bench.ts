import { parseArgs } from 'node:util'
import { toConnectionId } from '@tillsight/core'
import { addMonths, countDays, dayOf } from '@tillsight/core/days'
import {
  beginConnect,
  type ConnectionContext,
  chooseAccounts,
  createShop,
  finishConnect,
  listAccounts,
  run,
  type Shop,
  type SyncProgress,
  syncConnection,
} from '@tillsight/domain'
import { agree } from '../demo/agree.ts'
import { operator, theOrganisation } from '../server/contexts.ts'
import type { Runtime } from '../server/runtime.ts'
import { openBareEngine } from './bare-engine.ts'
import { unpaced } from './connected-store.ts'
import { zone } from './facts.ts'
import { atMost, type Benchmark, createTeller, elapsed, type Report } from './harness.ts'
import { withDataDirectory, withRuntime } from './installation.ts'
import { type AdsWish, adPlatforms, historyMonths, leastRequests, withAds } from './simulated-ads.ts'
import type { Reading } from './store-client.ts'

/** What reading ads costs, in questions and in time. */
export const benchmark: Benchmark = {
  name: 'ads-sync',
  about: `${historyMonths} months of 2,000 ads from each simulated ad platform, against the fewest questions that bring them`,
  async run(report) {
    const { ads, platform } = wanted()
    for (const each of adPlatforms.filter((name) => platform === undefined || name === platform)) {
      await measure(report, { platform: each, ads })
    }
  },
}

/** `npm run bench -- ads-sync --ads 200 --platform metaads` */
function wanted(): { ads: number; platform: string | undefined } {
  const options = { ads: { type: 'string', default: '2000' }, platform: { type: 'string' } } as const
  const { values } = parseArgs({ options, strict: false })
  const { platform } = values
  return { ads: Number(values.ads), platform: typeof platform === 'string' ? platform : undefined }
}

async function measure(report: Report, wish: AdsWish): Promise<void> {
  await withAds(wish, (variables) =>
    withDataDirectory((dataDir) =>
      withRuntime(dataDir, (runtime) => readAll(report, wish, runtime), {
        ...variables,
        PUBLIC_URL: 'http://localhost:3000',
      }),
    ),
  )
}

async function readAll(report: Report, wish: AdsWish, runtime: Runtime): Promise<void> {
  const { platform, ads } = wish
  const reading: Reading = { pageMs: 0, requests: [] }
  const connected = await connect(runtime, wish, reading)
  reading.requests.length = 0
  const sync = (await elapsed(() => readHistory(runtime, connected))) / 1000
  const requests = reading.requests.length
  const rows = await countRows(runtime, connected.shop)
  const to = dayOf(new Date(), zone)
  const least = leastRequests(wish, countDays({ from: addMonths(to, -historyMonths), to }))
  const name = `${platform}, ${ads} ads`
  report({ measure: `${name}: requests / the fewest`, value: requests / least, unit: 'ratio', target: atMost(1.5) })
  report({ measure: `${name}: rows`, value: rows / sync, unit: 'per_second' })
  report({ measure: `${name}: rows`, value: rows, unit: 'count' })
  report({ measure: `${name}: requests`, value: requests, unit: 'count' })
}

interface Connected {
  readonly context: ConnectionContext
  readonly connection: string
  readonly shop: Shop
}

/** Makes a shop and connects the platform as its owner would; nothing is read yet. */
async function connect(runtime: Runtime, { platform }: AdsWish, reading: Reading): Promise<Connected> {
  const outside = runtime.context(operator, await theOrganisation(runtime))
  const shop = await run(createShop, outside, { domain: 'ads.test', platform: 'woocommerce', zone, currency: 'EUR' })
  const services = unpaced(runtime.connections, reading)
  const context = { ...runtime.shopContext(operator, shop), services }
  const { redirectUrl } = await run(beginConnect, context, { connector: platform })
  const query = await agree(redirectUrl, [])
  const { connection, message } = await run(finishConnect, context, { connector: platform, query })
  if (connection === null) throw new Error(`${platform} could not be connected: ${message}`)
  const accounts = (await run(listAccounts, context, { connection })).map(({ id }) => id)
  await run(chooseAccounts, context, { connection, accounts })
  return { context, connection, shop }
}

async function readHistory(runtime: Runtime, { context, connection }: Connected): Promise<void> {
  const tell = createTeller('read')
  const onProgress = async ({ done, total, message }: SyncProgress): Promise<void> =>
    tell({ done, total: total ?? 0, of: message })
  const order = {
    connection: toConnectionId(connection),
    now: true,
    signal: new AbortController().signal,
    onProgress,
  }
  const { ended, problem } = await syncConnection({ ...runtime.sync, connections: context.services }, order)
  if (ended !== 'done' || problem) throw new Error(`The sync ended as ${ended}: ${problem?.message}`)
}

/** What is kept: rows of single ads, and what was left over above them. */
async function countRows({ stores }: Runtime, shop: Shop): Promise<number> {
  const engine = openBareEngine(stores.warehouseUrl)
  try {
    const result = await engine.query({
      query: 'SELECT count() AS rows FROM ad_days FINAL WHERE shop_id = {shop:UUID}',
      query_params: { shop: shop.id },
      format: 'JSONEachRow',
    })
    const [row] = await result.json<{ readonly rows: string }>()
    return Number(row?.rows)
  } finally {
    await engine.close()
  }
}
