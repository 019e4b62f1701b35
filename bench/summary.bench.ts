import { parseArgs } from 'node:util'
import { addDays } from '@tillsight/core/days'
import type { Runtime } from '../server/runtime.ts'
import { browserName, type Door, openDoor } from './door.ts'
import { lastDay, makeShops } from './facts.ts'
import { atMost, type Benchmark, elapsed, inTurns, medianOf, type Report } from './harness.ts'
import { withProduct, withRuntime } from './installation.ts'
import { countTransactions, findProcesses, memoryOfTree, processorOfParts } from './process-tree.ts'

const large = 'large.test'
const empty = 'empty.test'
const ordersOfNeighbour = 10_000
const periodDays = 30
const crowd = 16
const rounds = 9
/** What a page costs on the server: the first look at a period, the second one, and a hub of fifty shops. */
export const benchmark: Benchmark = {
  name: 'summary',
  about: 'the summary of 1,000,000 orders, never asked and remembered, by 1, 4 and 16 people; a hub of 50 shops',
  run: (report) =>
    withProduct(({ address, pid }, dataDir) =>
      withRuntime(dataDir, async (runtime) => {
        const { orders, shops, years } = wanted()
        await makeShops(runtime, [
          { domain: large, orders, years },
          { domain: empty, orders: 0 },
          ...Array.from({ length: shops - 2 }, (_, index) => ({
            domain: `neighbour-${index}.test`,
            orders: ordersOfNeighbour,
          })),
        ])
        const place = { runtime, pid, door: await openDoor(runtime, address) }
        await tryFirstLooks(report, place)
        await tryRemembered(report, place)
        await tryHub(report, place, shops)
      }),
    ),
}

interface Place {
  readonly runtime: Runtime
  readonly pid: number
  readonly door: Door
}

/** `npm run bench -- summary --orders 5000000 --years 5 --shops 200` */
function wanted() {
  const options = {
    orders: { type: 'string', default: '1000000' },
    shops: { type: 'string', default: '50' },
    years: { type: 'string', default: '2' },
  } as const
  const { values } = parseArgs({ options, strict: false })
  return { orders: Number(values.orders), shops: Number(values.shops), years: Number(values.years) }
}

/** Times of one visit in milliseconds, and what came. */
interface Visit {
  readonly firstByte: number
  readonly lastByte: number
  readonly html: string
}

async function visit({ address, cookie }: Door, path: string): Promise<Visit> {
  const startedAt = performance.now()
  const headers = { 'user-agent': browserName, cookie }
  const { status, body } = await fetch(`${address}${path}`, { headers, redirect: 'manual' })
  if (status !== 200 || body === null) throw new Error(`${path} answered ${status}`)
  const decoder = new TextDecoder()
  let firstByte: number | undefined
  let html = ''
  for await (const chunk of body) {
    firstByte ??= performance.now() - startedAt
    html += decoder.decode(chunk, { stream: true })
  }
  return { firstByte: firstByte ?? Number.NaN, lastByte: performance.now() - startedAt, html }
}

let looked = 0

/** A month that nobody has looked at: it ends a day earlier each time. */
function freshMonth(domain: string): string {
  looked += 1
  const to = addDays(lastDay(), -looked)
  return `/shop/${domain}?from=${addDays(to, 1 - periodDays)}&to=${to}`
}

async function tryFirstLooks(report: Report, { door, pid }: Place): Promise<void> {
  // Once for what the processes load at the first page of all.
  await visit(door, `/shop/${large}`)
  for (const people of [1, 4, crowd]) {
    const before = processorOfParts(pid)
    const visits = []
    for (let round = 0; round < rounds; round += 1) {
      visits.push(...(await Promise.all(Array.from({ length: people }, () => visit(door, freshMonth(large))))))
    }
    const note = { 1: atMost(220), 4: undefined, [crowd]: atMost(1_500) }[people]
    const by = people === 1 ? 'alone' : `${people} people at once`
    const last = { measure: `never asked, ${by}: last byte`, value: medianOf(visits.map(({ lastByte }) => lastByte)) }
    report({ ...last, unit: 'ms', ...(note === undefined ? {} : { target: note }) })
    report({
      measure: `never asked, ${by}: first byte`,
      value: medianOf(visits.map((one) => one.firstByte)),
      unit: 'ms',
    })
    if (people !== 1) continue
    for (const [part, seconds] of Object.entries(processorOfParts(pid))) {
      const value = ((seconds - (before[part] ?? 0)) * 1000) / visits.length
      report({ measure: `never asked: processor of ${part} a page`, value, unit: 'ms' })
    }
  }
}

async function tryRemembered(report: Report, { door, pid }: Place): Promise<void> {
  const path = `/shop/${large}`
  const pages = { summary: path, empty: `/shop/${empty}` }
  const { html } = await visit(door, path)
  report({ measure: 'HTML of the summary', value: Buffer.byteLength(html) / 1024, unit: 'KB', target: atMost(140) })
  report({ measure: 'its elements', value: elementsOf(html), unit: 'count', target: atMost(1_200) })
  const before = processorOfParts(pid)
  const alone = await inTurns({ summary: () => visit(door, pages.summary) }, 100)
  const used = (processorOfParts(pid)['main'] ?? 0) - (before['main'] ?? 0)
  report({ measure: 'remembered: last byte', value: alone.summary.median, unit: 'ms' })
  report({ measure: 'remembered: processor of the web process', value: used * 10, unit: 'ms', target: atMost(15) })
  const several = (address: string) => () => Promise.all(Array.from({ length: crowd }, () => visit(door, address)))
  const together = await inTurns({ full: several(pages.summary), empty: several(pages.empty) }, 15)
  const pace = {
    measure: `remembered: pages a second by ${crowd} people`,
    value: (crowd * 1000) / together.full.median,
  }
  report({ ...pace, unit: 'per_second', target: { at: 'least', value: 60 } })
  const ratio = together.full.median / together.empty.median
  report({ measure: 'remembered / the same page of an empty shop', value: ratio, unit: 'ratio', target: atMost(6) })
}

async function tryHub(report: Report, { door, runtime, pid }: Place, shops: number): Promise<void> {
  const path = `/shop/${large}/hub`
  const idle = processorOfParts(pid)
  const fresh = await visit(door, freshMonth(large).replace('?', '/hub?'))
  report({ measure: `hub of ${shops} shops, never asked`, value: fresh.lastByte, unit: 'ms' })
  for (const [part, seconds] of Object.entries(processorOfParts(pid))) {
    report({ measure: `its processor of ${part}`, value: (seconds - (idle[part] ?? 0)) * 1000, unit: 'ms' })
  }
  // As text of an element: among the words that the page brings, the sentence always is.
  const late = fresh.html.split('take longer than usual.</p>').length - 1
  report({ measure: 'its shops that were late', value: late, unit: 'count', target: atMost(0) })
  await visit(door, path)
  const before = await countTransactions(runtime)
  const times = []
  for (let round = 0; round < rounds; round += 1) times.push(await elapsed(() => visit(door, path)))
  // One of them counts.
  const transactions = ((await countTransactions(runtime)) - before - 1) / rounds
  // The limit is for 50 shops, and each is a row of the page.
  const limit = atMost(250 * Math.max(1, shops / 50))
  report({ measure: `hub of ${shops} shops`, value: medianOf(times), unit: 'ms', target: limit })
  report({ measure: 'its transactions', value: transactions, unit: 'count', target: atMost(15) })
  const { html } = await visit(door, path)
  report({ measure: 'its HTML', value: Buffer.byteLength(html) / 1024, unit: 'KB' })
  const found = findProcesses(pid)
  if (found === undefined) throw new Error('A part of the product does not run')
  report({ measure: 'memory of the warehouse', value: memoryOfTree(found.warehouse), unit: 'MB' })
  report({ measure: 'memory of everything', value: memoryOfTree(pid), unit: 'MB' })
}

function elementsOf(html: string): number {
  return html.match(/<[a-z][\w-]*[\s/>]/g)?.length ?? 0
}
