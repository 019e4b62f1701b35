// What must be true after chaos, worked out apart from the product, and whether it is.
import { addDays, dayOf } from '@tillsight/core/days'
import { z } from 'zod'
import { operatorContexts } from '../server/contexts.ts'
import type { Runtime } from '../server/runtime.ts'
import { ordersOfFile, type Place, type Promised, shops } from './chaos-traffic.ts'
import { zone } from './facts.ts'
import { atMost, type Report, until } from './harness.ts'
import { withRuntime } from './installation.ts'
import { ask } from './question.ts'
import { simulatedOrders } from './simulated-history.ts'

const patienceMs = 20 * 60_000

const Figures = z.object({ orders: z.coerce.number(), grossSales: z.coerce.number(), newCustomers: z.coerce.number() })
type Figures = z.infer<typeof Figures>

/** Figures of everything that a shop has ever sold, as any client asks for them. */
export async function totalsOf({ door }: Pick<Place, 'door'>, domain: string): Promise<Partial<Figures>> {
  const today = dayOf(new Date(), zone)
  const range = { from: addDays(today, -1500), to: today, interval: undefined, compare: undefined }
  const answer = await ask(door(), domain, { metrics: Object.keys(Figures.shape), ...range }).catch(() => undefined)
  return answer === undefined ? {} : Figures.parse(answer.totals)
}

/** What the figures must be, from what the store has and from the files that were taken; nothing of it from the product. */
function truthOf(promised: Promised, history: number): Readonly<Record<string, Partial<Figures>>> {
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

/** What is judged: what was promised beyond what the store had from the start, and when the trouble ended. */
interface Judged {
  readonly promised: Promised
  readonly orders: number
  readonly endedAt: number
}

/** Compares what the product says with what was promised, as soon as it says so, or after some time. */
export async function judge(report: Report, place: Place, { promised, orders, endedAt }: Judged): Promise<void> {
  const truth = Object.entries(truthOf(promised, orders))
  const differences = async (): Promise<string[]> => {
    const wrong: string[] = []
    for (const [domain, expected] of truth) {
      const figures = await totalsOf(place, domain)
      for (const [name, value] of Object.entries(expected)) {
        // Holds because both have the same names.
        const seen = figures[name as keyof Figures]
        if (seen !== value) wrong.push(`${domain} ${name}: ${seen} instead of ${value}`)
      }
    }
    return wrong
  }
  await until(async () => (await differences()).length === 0, patienceMs).catch(() => undefined)
  const wrong = await differences()
  for (const line of wrong) process.stderr.write(`    ${line}\n`)
  report({ measure: 'orders sold by the store', value: orders + promised.sold, unit: 'count' })
  report({ measure: 'files imported by command', value: promised.commandFiles, unit: 'count' })
  report({ measure: 'files imported in the browser', value: promised.browserFiles, unit: 'count' })
  report({ measure: 'figures that are wrong in the end', value: wrong.length, unit: 'count', target: atMost(0) })
  const seconds = (performance.now() - endedAt) / 1000
  // Imports are brought to an end meanwhile; a store that was down is tried again after five minutes at the latest.
  report({ measure: 'figures right after the end of all trouble', value: seconds, unit: 's', target: atMost(480) })
  const kept = await keptPreferences(place)
  report({ measure: 'preferences acknowledged', value: promised.preferences.size, unit: 'count' })
  const lost = [...promised.preferences].filter((key) => !kept.has(key)).length
  report({ measure: 'preferences lost', value: lost, unit: 'count', target: atMost(0) })
  await withRuntime(place.dataDir, (runtime) => judgeStores(report, runtime, promised), place.variables)
  for (const line of new Set(promised.broken)) process.stderr.write(`    ${line}\n`)
  report({ measure: 'answers 5xx other than 503', value: promised.broken.length, unit: 'count', target: atMost(0) })
}

async function keptPreferences({ address, door }: Place): Promise<Set<string>> {
  const headers = { cookie: door().cookie }
  const answer = await fetch(`${address}/api/shop/getPreference?shop=${shops.store}`, { headers })
  const { summary } = z
    .object({ summary: z.object({ stats: z.record(z.string(), z.unknown()) }) })
    .parse(await answer.json())
  return new Set(Object.keys(summary.stats))
}

async function judgeStores(report: Report, runtime: Runtime, { events }: Promised): Promise<void> {
  const stored = await untilStored(runtime, events)
  report({ measure: 'events acknowledged', value: events.size, unit: 'count' })
  report({ measure: 'events lost', value: events.size - stored.found, unit: 'count', target: atMost(0) })
  report({ measure: 'events doubled', value: stored.doubled, unit: 'count', target: atMost(0) })
  // Figures are right before the last writer has ended, and what nobody ends is ended by a job within ten minutes.
  await until(async () => (await countMarks(runtime)) === 0, patienceMs).catch(() => undefined)
  const left = await countMarks(runtime)
  report({ measure: 'marks of unfinished writes', value: left, unit: 'count', target: atMost(0) })
}

async function countMarks({ stores }: Runtime): Promise<number> {
  const { kysely } = stores.database
  const days = await kysely.selectFrom('dirtyDays').select('day').execute()
  const histories = await kysely.selectFrom('journeyMarks').select('shopId').where('kind', '=', 'history').execute()
  return days.length + histories.length
}

/** Events come to the warehouse a moment after they were answered for. */
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
