import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { operatorContexts } from '../server/contexts.ts'
import type { Runtime } from '../server/runtime.ts'
import { start } from '../server/testing/command.ts'
import { root } from '../server/version.ts'
import type { Door } from './door.ts'
import { atMost, createTeller, type Report, until } from './harness.ts'
import { withRuntime } from './installation.ts'
import { type Totals, totalsOf } from './metrics-query.ts'
import { simulatedOrders } from './simulated-history.ts'
import type { Simulator } from './simulated-store.ts'

// Traffic of an installation under failures, and a record of what was acknowledged: the truth to compare the figures with
// afterwards. Everything is retried until it is acknowledged, as browsers, stores and people do.

/** Target of the traffic. */
export interface Place {
  readonly dataDir: string
  readonly address: string
  readonly variables: Readonly<Record<string, string>>
  /** The owner's current session; renewed during long runs. */
  readonly door: () => Door
  /** The first shop's key for the collector. */
  readonly trackingKey: string
  /** Sells continuously; absent: the first shop has no store. */
  readonly store?: Simulator
  /** Folder for temporary files. */
  readonly scratch: string
}

/** Shops: with a simulated store, with files imported by the command line, and with files imported in the browser. */
export const shops = { store: 'store.test', command: 'command.test', browser: 'browser.test' } as const

/** Orders per file; enough that customers are recalculated once, at the end of an import. */
const ordersOfFile = 2500
const salesPerSecond = 5
const senders = 4

/** What is done over and over: as often as this many milliseconds, or without a pause where it takes longer. */
const every = { event: 50, preference: 2000, page: 500, sale: 0, file: 0 }
/** The same at a moderate load, which does not grow with the machine's speed. */
const everyModerate = { ...every, page: 1000, file: 30_000 }

/** Everything that was acknowledged. */
interface Promised {
  /** Ids of events acknowledged with 204. */
  readonly events: Set<string>
  /** Keys of preferences acknowledged with 200. */
  readonly preferences: Set<string>
  /** Number of orders in the store. */
  sold: number
  /** Number of files whose import exited with 0. */
  commandFiles: number
  /** Number of files that were uploaded and started. */
  browserFiles: number
  /** Responses that mean an error rather than an outage, by endpoint. */
  readonly broken: string[]
  /** How often a person had to ask, for each page that came. */
  readonly visits: number[]
  /** The collector's slowest response in milliseconds; callers may reset it. */
  slowestMs: number
}

/** Running traffic. */
export interface Traffic {
  readonly promised: Promised
  /** The import process running now, to be killed. */
  command(): ChildProcess | undefined
  /** Goes on at a moderate load. */
  moderate(): void
  /** Stops; running uploads and commands are completed first. */
  end(): Promise<void>
  /** Stops at once, leaving work unfinished. */
  abandon(): Promise<void>
}

export function beginTraffic(place: Place): Traffic {
  const promised: Promised = {
    events: new Set(),
    preferences: new Set(),
    sold: 0,
    commandFiles: 0,
    browserFiles: 0,
    broken: [],
    visits: [],
    slowestMs: 0,
  }
  const ending = new AbortController()
  const { signal } = ending
  const abandoned = new AbortController()
  const running: { command: ChildProcess | undefined } = { command: undefined }
  let pace = every
  const repeat = async (what: keyof typeof every, work: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      const startedAt = performance.now()
      await work()
      await delay(Math.max(0, startedAt + pace[what] - performance.now()), undefined, { signal }).catch(() => undefined)
    }
  }
  const { store } = place
  const all = [
    ...Array.from({ length: senders }, (_, sender) => repeat('event', () => collect(place, promised, sender))),
    repeat('preference', () => prefer(place, promised)),
    repeat('page', () => visit(place, promised, signal)),
    ...(store === undefined ? [] : [repeat('sale', () => sell(store, promised))]),
    repeat('file', () => importByCommand(place, promised, { running, abandoned: abandoned.signal })),
    repeat('file', () => importInBrowser(place, promised, { ending: signal, abandoned: abandoned.signal })),
  ]
  return {
    promised,
    command: () => running.command,
    moderate() {
      pace = everyModerate
    },
    async end() {
      ending.abort()
      await Promise.all(all)
    },
    async abandon() {
      ending.abort()
      abandoned.abort()
      running.command?.kill('SIGKILL')
      await Promise.allSettled(all)
    },
  }
}

async function sell(store: Simulator, promised: Promised): Promise<void> {
  promised.sold += (await store.sell({ count: salesPerSecond * 2, perSecond: salesPerSecond })).length
}

/** Sends a request; undefined when nothing is listening. Outages must be 503; other server errors count as broken. */
async function attempt(promised: Promised, url: string, init: RequestInit): Promise<Response | undefined> {
  const response = await fetch(url, { redirect: 'manual', ...init }).catch(() => undefined)
  if (response !== undefined && response.status >= 500 && response.status !== 503)
    promised.broken.push(`${init.method} ${new URL(url).pathname}: ${response.status}`)
  return response
}

async function collect({ address, trackingKey }: Place, promised: Promised, sender: number): Promise<void> {
  const id = randomUUID()
  const event = { id, name: 'page_view', at: Date.now(), url: `https://${shops.store}/` }
  const body = JSON.stringify({ key: trackingKey, v: 1, sent: Date.now(), events: [event] })
  const headers = { 'x-forwarded-for': `203.0.${sender}.${promised.events.size % 250}` }
  const startedAt = performance.now()
  const response = await attempt(promised, `${address}/p/collect`, { method: 'POST', headers, body })
  if (response?.status === 204) {
    promised.events.add(id)
    promised.slowestMs = Math.max(promised.slowestMs, performance.now() - startedAt)
  }
}

async function prefer({ address, door }: Place, promised: Promised): Promise<void> {
  const key = `own.k${promised.preferences.size}`
  const response = await attempt(promised, `${address}/api/shop/updatePreference`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie: door().cookie, origin: address },
    body: JSON.stringify({ shop: shops.store, preference: { summary: { stats: { [key]: { size: 1 } } } } }),
  })
  if (response?.status === 200) promised.preferences.add(key)
}

/** Opens the summary as a person does, who tries again when it does not come whole. */
async function visit({ address, door }: Place, promised: Promised, ending: AbortSignal): Promise<void> {
  for (let asked = 1; !ending.aborted; asked += 1) {
    const headers = { cookie: door().cookie }
    const response = await attempt(promised, `${address}/shop/${shops.store}`, { method: 'GET', headers })
    const page = await response?.text().catch(() => undefined)
    if (response?.status === 200 && page?.includes('</html>')) {
      promised.visits.push(asked)
      break
    }
    await delay(Number(response?.headers.get('retry-after') ?? 1) * 1000)
  }
}

/** The longest history that figures are queried for. */
const monthsOfFiles = 30

/**
 * Each file covers an earlier month, with the same people: who counts as new changes with each; eventually the months repeat.
 */
function fileOf(index: number): string {
  const month = new Date(Date.UTC(2025, 5 - (index % monthsOfFiles), 10)).toISOString().slice(0, 7)
  const rows = Array.from(
    { length: ordersOfFile },
    (_, at) =>
      `F${index}-${at},${month}-${String(1 + (at % 28)).padStart(2, '0')} 10:00,b${at}@example.net,S,Socks,1,12.50`,
  )
  return ['order_id,placed_at,email,sku,title,quantity,unit_price', ...rows, ''].join('\n')
}

async function importByCommand(
  { dataDir, scratch, variables }: Place,
  promised: Promised,
  { running, abandoned }: { readonly running: { command: ChildProcess | undefined }; readonly abandoned: AbortSignal },
): Promise<void> {
  const file = join(scratch, `${promised.commandFiles}.csv`)
  await writeFile(file, fileOf(promised.commandFiles))
  const env = { ...variables, TILLSIGHT_DATA_DIR: dataDir, TILLSIGHT_CALLER_DIR: root }
  while (!abandoned.aborted) {
    const { child, ended } = start(
      join(root, 'scripts', 'cli.ts'),
      ['import', 'orders', file, '--shop', shops.command],
      env,
    )
    running.command = child
    const { code } = await ended
    running.command = undefined
    if (code === 0) {
      promised.commandFiles += 1
      return
    }
    await delay(1000)
  }
}

const patienceMs = 60_000

/** Uploads per person are limited within a quarter of an hour: an upload refused for that is not waited for at the end. */
async function importInBrowser(
  { address, door }: Place,
  promised: Promised,
  { ending, abandoned }: { readonly ending: AbortSignal; readonly abandoned: AbortSignal },
): Promise<void> {
  const page = `${address}/shop/${shops.browser}/integrations/imports`
  const headers = () => ({ cookie: door().cookie, origin: address })
  const text = fileOf(promised.browserFiles)
  while (!abandoned.aborted) {
    const form = new FormData()
    form.set('file', new Blob([text], { type: 'text/csv' }), `${promised.browserFiles}.csv`)
    const sent = await attempt(promised, page, { method: 'POST', headers: headers(), body: form })
    if (sent?.status === 429 && ending.aborted) return
    const place = sent?.headers.get('location') ?? null
    if (place === null) await delay(1000)
    else if (await startImport(new URL(place, address).href)) {
      promised.browserFiles += 1
      return
    }
  }

  /** Starts the import as soon as its button is available; false when it does not appear, and the file is uploaded again. */
  async function startImport(url: string): Promise<boolean> {
    const until = performance.now() + patienceMs
    while (performance.now() < until && !abandoned.aborted) {
      const started = await attempt(promised, url, {
        method: 'POST',
        headers: headers(),
        body: new URLSearchParams({ intent: 'start' }),
      })
      if (started?.status === 302) return true
      // Whether an earlier attempt succeeded although its response was lost.
      const seen = await attempt(promised, url, { method: 'GET', headers: headers() })
      if (seen?.status === 200 && (await seen.text()).includes('value="undo"')) return true
      await delay(500)
    }
    return false
  }
}

// The expected figures after chaos, calculated independently of the product, and the comparison.

const truthPatienceMs = 20 * 60_000

/** The expected figures, from the store's orders and the accepted files, without the product. */
function truthOf(promised: Promised, history: number): Readonly<Record<string, Partial<Totals>>> {
  const orders = simulatedOrders(history, new Date())
  const cents = (order: ReturnType<typeof orders.orderAt>) =>
    order.lines.reduce((sum, { subtotal }) => sum + Math.round(Number(subtotal) * 100), 0)
  let gross = promised.sold * cents(simulatedOrders(1, new Date()).orderAt(0))
  for (let index = 0; index < history; index += 1) gross += cents(orders.orderAt(index))
  const files = (count: number) => ({
    orders: count * ordersOfFile,
    grossSales: count * ordersOfFile * 12.5,
    newCustomers: count === 0 ? 0 : ordersOfFile,
  })
  return {
    [shops.store]: { orders: history + promised.sold, grossSales: gross / 100 },
    [shops.command]: files(promised.commandFiles),
    [shops.browser]: files(promised.browserFiles),
  }
}

/** What to compare: everything acknowledged, beyond the store's initial orders, and when the failures ended. */
interface Judged {
  readonly promised: Promised
  readonly orders: number
  readonly endedAt: number
  /** Whether other processes can answer for a killed one. */
  readonly isApart: boolean
}

/** Compares the product's figures with what was acknowledged, as soon as they match, or after a timeout. */
export async function judge(
  report: Report,
  place: Place,
  { promised, orders, endedAt, isApart }: Judged,
): Promise<void> {
  const truth = Object.entries(truthOf(promised, orders))
  const differences = async (): Promise<string[]> => {
    const wrong: string[] = []
    for (const [domain, expected] of truth) {
      const figures = await totalsOf(place.door(), domain)
      for (const [name, value] of Object.entries(expected)) {
        // Holds because both have the same names.
        const seen = figures[name as keyof Totals]
        if (seen !== value) wrong.push(`${domain} ${name}: ${seen} instead of ${value}`)
      }
    }
    return wrong
  }
  const tell = createTeller('looked')
  let looks = 0
  let wrong: string[] = []
  await until(async () => {
    wrong = await differences()
    looks += 1
    tell({ done: looks, total: looks, of: wrong.join('; ') })
    return wrong.length === 0
  }, truthPatienceMs).catch(() => undefined)
  for (const line of wrong) process.stderr.write(`    ${line}\n`)
  report({ measure: 'orders sold by the store', value: orders + promised.sold, unit: 'count' })
  report({ measure: 'files imported by command', value: promised.commandFiles, unit: 'count' })
  report({ measure: 'files imported in the browser', value: promised.browserFiles, unit: 'count' })
  report({ measure: 'figures that are wrong in the end', value: wrong.length, unit: 'count', target: atMost(0) })
  const seconds = (performance.now() - endedAt) / 1000
  // Imports are brought to an end meanwhile; a store that was down is tried again after five minutes at the latest. Apart, it may
  // have turned off its webhooks because nobody answered: its changes are then read every ten minutes.
  const longest = atMost(isApart ? 660 : 480)
  report({ measure: 'figures right after the end of all trouble', value: seconds, unit: 's', target: longest })
  const kept = await keptPreferences(place)
  report({ measure: 'preferences acknowledged', value: promised.preferences.size, unit: 'count' })
  const lost = [...promised.preferences].filter((key) => !kept.has(key)).length
  report({ measure: 'preferences lost', value: lost, unit: 'count', target: atMost(0) })
  await withRuntime(place.dataDir, (runtime) => judgeStores(report, runtime, promised), place.variables)
  report({ measure: 'pages opened', value: promised.visits.length, unit: 'count' })
  report({
    measure: 'pages that came at the second try',
    value: promised.visits.filter((asked) => asked === 2).length,
    unit: 'count',
  })
  const later = promised.visits.filter((asked) => asked > 2).length
  const note = isApart ? { target: atMost(0) } : {}
  report({ measure: 'pages that came later than that', value: later, unit: 'count', ...note })
  for (const line of new Set(promised.broken)) process.stderr.write(`    ${line}\n`)
  report({ measure: 'answers 5xx other than 503', value: promised.broken.length, unit: 'count', target: atMost(0) })
}

async function keptPreferences({ address, door }: Place): Promise<Set<string>> {
  const headers = { cookie: door().cookie }
  const response = await fetch(`${address}/api/shop/getPreference?shop=${shops.store}`, { headers })
  const { summary } = z
    .object({ summary: z.object({ stats: z.record(z.string(), z.unknown()) }) })
    .parse(await response.json())
  return new Set(Object.keys(summary.stats))
}

async function judgeStores(report: Report, runtime: Runtime, { events }: Promised): Promise<void> {
  const stored = await untilStored(runtime, events)
  report({ measure: 'events acknowledged', value: events.size, unit: 'count' })
  report({ measure: 'events lost', value: events.size - stored.found, unit: 'count', target: atMost(0) })
  report({ measure: 'events doubled', value: stored.doubled, unit: 'count', target: atMost(0) })
  // Figures are right before the last writer has finished; a job cleans up abandoned writes within ten minutes.
  await until(async () => (await countMarks(runtime)) === 0, truthPatienceMs).catch(() => undefined)
  const left = await countMarks(runtime)
  report({ measure: 'marks of unfinished writes', value: left, unit: 'count', target: atMost(0) })
}

async function countMarks({ stores }: Runtime): Promise<number> {
  const { kysely } = stores.database
  const days = await kysely.selectFrom('dirtyDays').select('day').execute()
  const histories = await kysely.selectFrom('journeyMarks').select('shopId').where('kind', '=', 'history').execute()
  return days.length + histories.length
}

/** Events reach the warehouse a moment after they were acknowledged. */
async function untilStored(runtime: Runtime, events: ReadonlySet<string>) {
  const { warehouse } = await operatorContexts(runtime).shop(shops.store)
  const query = { sql: 'SELECT event_id FROM events WHERE shop_id = {shop:UUID}', params: {} }
  const read = async () => {
    const ids = (await warehouse.read(query, z.object({ event_id: z.string() }))).map(({ event_id }) => event_id)
    const known = new Set(ids)
    return { found: [...events].filter((id) => known.has(id)).length, doubled: ids.length - known.size }
  }
  await until(async () => (await read()).found === events.size, 120_000).catch(() => undefined)
  return read()
}
