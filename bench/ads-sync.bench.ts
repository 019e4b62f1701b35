import { parseArgs } from 'node:util'
import { toConnectionId } from '@tillsight/core'
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
import { type Reading, unpaced } from './connected-store.ts'
import { zone } from './facts.ts'
import { atMost, type Benchmark, createTeller, elapsed, type Report, watchMemory } from './harness.ts'
import { openBareEngine, withDataDirectory, withRuntime } from './installation.ts'
import { type AdsOptions, adLife, adPlatforms, historyMonths, leastRequests, withAds } from './simulated-ads.ts'

/** The cost of importing ads, in requests and in time. */
export const benchmark: Benchmark = {
  name: 'ads-sync',
  about: `${historyMonths} months of 2,000 ads from each simulated ad platform, against the fewest questions that bring them`,
  async run(report) {
    for (const wish of wanted()) await measure(report, wish)
  },
}

/** `npm run bench -- ads-sync --ads 200 --platform metaads --always` */
function wanted(): readonly AdsOptions[] {
  const text = { type: 'string' } as const
  const options = { ads: { ...text, default: '2000' }, platform: text, always: { type: 'boolean' } } as const
  const { platform: only, ads, always } = parseArgs({ options, strict: false }).values
  const run = always === true ? 'always' : 'weeks'
  return adPlatforms
    .filter((platform) => only === undefined || platform === only)
    .map((platform) => ({ platform, ads: Number(ads), run }))
}

async function measure(report: Report, wish: AdsOptions): Promise<void> {
  await withAds(wish, (variables) =>
    withDataDirectory((dataDir) =>
      withRuntime(dataDir, (runtime) => readAll(report, wish, runtime), {
        ...variables,
        PUBLIC_URL: 'http://localhost:3000',
      }),
    ),
  )
}

async function readAll(report: Report, wish: AdsOptions, runtime: Runtime): Promise<void> {
  const reading: Reading = { pageMs: 0, requests: [], sparedMs: 0 }
  const connected = await connect(runtime, wish, reading)
  reading.requests.length = 0
  const memory = watchMemory()
  const sync = (await elapsed(() => readHistory(runtime, connected))) / 1000
  const memoryGrowth = memory.stop()
  const requests = reading.requests.length
  const { rows, ads, days } = await countRows(runtime, connected.shop)
  const lives = wish.run === 'weeks' ? ` that run ${adLife.join(' to ')} days` : ''
  const of = (measure: string): string => `${wish.platform}, ${wish.ads} ads${lives}: ${measure}`
  const ratio = requests / leastRequests(wish)
  report({ measure: of('requests / the fewest'), value: ratio, unit: 'ratio', target: atMost(1.5) })
  report({ measure: of('rows'), value: rows / sync, unit: 'per_second' })
  report({ measure: of('rows'), value: rows, unit: 'count' })
  report({ measure: of('ads among them'), value: ads, unit: 'count' })
  report({ measure: of('days among them'), value: days, unit: 'count' })
  report({ measure: of('requests'), value: requests, unit: 'count' })
  report({ measure: of('reading'), value: sync, unit: 's' })
  // The platforms' limits require these pauses; the simulator is read without them.
  report({ measure: of('pauses that its limits would add'), value: reading.sparedMs / 1000, unit: 's' })
  report({ measure: of('memory growth'), value: memoryGrowth, unit: 'MB', target: atMost(500) })
}

interface Connected {
  readonly context: ConnectionContext
  readonly connection: string
  readonly shop: Shop
}

/** Makes a shop and connects the platform as its owner would; nothing is read yet. */
async function connect(runtime: Runtime, { platform }: AdsOptions, reading: Reading): Promise<Connected> {
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

interface Kept {
  readonly rows: number
  readonly ads: number
  readonly days: number
}

/** Stored rows: of single ads, and of remainders at higher levels. */
async function countRows({ stores }: Runtime, shop: Shop): Promise<Kept> {
  const engine = openBareEngine(stores.warehouseUrl)
  try {
    const result = await engine.query({
      query: `SELECT toUInt32(count()) AS rows, toUInt32(uniqExactIf(ad_id, ad_id != '')) AS ads, toUInt32(uniqExact(day)) AS days
        FROM ad_days FINAL WHERE shop_id = {shop:UUID}`,
      query_params: { shop: shop.id },
      format: 'JSONEachRow',
    })
    const [kept] = await result.json<Kept>()
    if (kept === undefined) throw new Error('A count is a row')
    return kept
  } finally {
    await engine.close()
  }
}
