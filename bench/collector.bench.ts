import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Started } from './collector-process.ts'
import { atMost, type Benchmark, medianOf, type Report, shareOf } from './harness.ts'
import { withDataDirectory } from './installation.ts'

// Messages like those of browsers, and a cheap sender: it shares the machine with what it measures.

const distinct = 2_000
const eventsPerMessage = 2
const end = Buffer.from('\r\n\r\n')

/** A raw request, the number of events in it, and where it is told apart from its copies. */
interface Wire {
  readonly bytes: Buffer
  readonly events: number
  /** Where the numbers of its events stand. */
  readonly ids: readonly number[]
  /** Where the number of its visitor stands. */
  readonly visitor: number
}

/** Of messages that follow each other, as many visitors send some pages each. */
const [visitorsAtOnce, pagesEach] = [10_000, 4]
const numberLength = 12
const visitorMark = 'v'.repeat(numberLength)
const eventMark = '0'.repeat(numberLength)

/** A copy of a message as another visitor sends it, with events that nobody has sent. */
function toNew({ bytes, ids, visitor }: Wire, nth: number): Buffer {
  const copy = Buffer.from(bytes)
  const person = Math.floor(nth / (visitorsAtOnce * pagesEach)) * visitorsAtOnce + (nth % visitorsAtOnce)
  copy.write(toNumber(person), visitor, 'latin1')
  for (const [at, place] of ids.entries()) copy.write(toNumber(nth * 4 + at), place, 'latin1')
  return copy
}

function toNumber(value: number): string {
  return value.toString(16).padStart(numberLength, '0')
}

function placesOf(bytes: Buffer, mark: string): number[] {
  const places: number[] = []
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length)) places.push(at)
  return places
}

const browser = [
  'user-agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
  'sec-ch-ua-mobile: ?0',
  'sec-ch-ua-platform: "Windows"',
  'accept: */*',
  'accept-language: de-DE,de;q=0.9,en;q=0.8',
  'accept-encoding: gzip, deflate, br, zstd',
  'origin: https://shop.example',
  'referer: https://shop.example/',
  'sec-fetch-site: same-site',
  'sec-fetch-mode: cors',
  'sec-fetch-dest: empty',
  'content-type: text/plain;charset=UTF-8',
]
const granted = {
  analytics_storage: 'granted',
  ad_storage: 'granted',
  ad_user_data: 'granted',
  ad_personalization: 'granted',
}

/** Messages of one to three events, two on average, each from a different visitor. */
function makeBeacons(key: string): Wire[] {
  const now = Date.now()
  return Array.from({ length: distinct }, (_, n) => {
    const events = Array.from({ length: 1 + (n % 3) }, (_event, at) => toEvent(n, { at, now }))
    const body = JSON.stringify({ key, v: 1, sent: now, consent: granted, events })
    const head = [
      'POST /p/collect HTTP/1.1',
      'host: stats.shop.example',
      ...browser,
      `cookie: ts_v=${randomBytes(10).toString('hex')}${visitorMark}`,
      `x-forwarded-for: 203.0.${n % 250}.7`,
      `content-length: ${Buffer.byteLength(body)}`,
    ].join('\r\n')
    const bytes = Buffer.from(`${head}\r\n\r\n${body}`)
    const [visitor = 0] = placesOf(bytes, visitorMark)
    return { bytes, events: events.length, ids: placesOf(bytes, eventMark), visitor }
  })
}

function toEvent(n: number, { at, now }: { readonly at: number; readonly now: number }): object {
  const landing = `https://shop.example/tea/green-${n % 50}?utm_source=facebook&utm_medium=paid_social&utm_campaign=Spring%20sale&utm_id=120210${n}&ts_as=120211${n}&ts_ad=120212${n}&fbclid=IwAR${randomBytes(24).toString('base64url')}&variant=4711`
  return {
    id: `${randomUUID().slice(0, -numberLength)}${eventMark}`,
    name: at === 0 ? 'page_view' : 'product_view',
    at: now - 100 + at,
    url: at === 0 ? landing : `https://shop.example/tea/green-${n % 50}`,
    ...(at === 0 ? { referrer: 'https://l.facebook.com/' } : { value: '12.30', currency: 'EUR' }),
    ids: { fbp: `fb.1.${now}.${1_000_000 + n}` },
  }
}

/** Where messages are sent. */
interface Target {
  readonly port: number
  /** Names the shop. */
  readonly key: string
  readonly connections: number
}

/** Opens connections to a server, each with one message in flight. */
async function openSender({ port, key, connections }: Target) {
  const beacons = makeBeacons(key)
  const sockets = await Promise.all(Array.from({ length: connections }, () => openSocket(port)))
  let next = 0

  function send(socket: Socket, answered: (wire: Wire) => void): void {
    // Safe because the list is not empty.
    const wire = beacons[next % distinct] as Wire
    next += 1
    socket.once('data', (response: Buffer) => {
      if (response.subarray(9, 12).toString() !== '204' || !response.subarray(-4).equals(end)) {
        throw new Error(`A message was answered with ${response.toString().slice(0, 300)}`)
      }
      answered(wire)
    })
    socket.write(toNew(wire, next))
  }

  return {
    /** Sends as fast as responses arrive; returns events per second. */
    async flood(messages: number): Promise<number> {
      let [sent, events] = [0, 0]
      const startedAt = performance.now()
      await Promise.all(
        sockets.map(
          (socket) =>
            new Promise<void>((done) => {
              const more = (): void => {
                if (sent >= messages) return done()
                sent += 1
                send(socket, (wire) => {
                  events += wire.events
                  more()
                })
              }
              more()
            }),
        ),
      )
      return events / ((performance.now() - startedAt) / 1000)
    },
    /**
     * Sends messages at a fixed rate, regardless of responses; returns the latency of each in ms, including the wait for a
     * connection.
     */
    async pace(perSecond: number, seconds: number): Promise<number[]> {
      const took: number[] = []
      const free = [...sockets]
      const due: number[] = []
      const total = Math.round(perSecond * seconds)
      const startedAt = performance.now()
      let planned = 0
      await new Promise<void>((done) => {
        const serve = (): void => {
          while (due.length > 0 && free.length > 0) {
            const [socket, since] = [free.pop() as Socket, due.shift() as number]
            send(socket, () => {
              took.push(performance.now() - since)
              free.push(socket)
              serve()
              if (took.length === total) done()
            })
          }
        }
        const plan = (): void => {
          const now = performance.now()
          for (; planned < total && startedAt + (planned * 1000) / perSecond <= now; planned += 1) {
            due.push(startedAt + (planned * 1000) / perSecond)
          }
          serve()
          if (planned < total) setTimeout(plan, 1)
        }
        plan()
      })
      return took
    },
    close(): void {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function openSocket(port: number): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => done(socket))
    socket.once('error', fail)
  })
}

const connections = 512
const messages = 20_000
const rounds = 7
const paceSeconds = 5
/** As many as ten busy collectors take in a second, each from a shop with a hundred thousand visitors an hour. */
const crowdPerSecond = 10_000

/** The overhead of collecting events over plain requests: validating, cleaning, classifying and writing to disk. */
export const benchmark: Benchmark = {
  name: 'collector',
  about: 'events of browsers, safe on the disk when answered, against a handler that only reads what it is sent',
  async run(report) {
    await withServers('spool', (servers) => measureIntake(report, servers, 'durable'))
    await withServers('drain', async (servers) => {
      await measureDrain(report, servers)
      await measureIntake(report, servers, 'with the drain running')
    })
  },
}

/** The process that is measured. */
interface Servers extends Started {
  /** Bytes of events that wait to be stored. */
  readonly heldBytes: () => Promise<number>
}

async function withServers(mode: 'spool' | 'drain', work: (servers: Servers) => Promise<void>): Promise<void> {
  await withDataDirectory(async (dataDir) => {
    const child = fork(join(import.meta.dirname, 'collector-process.ts'), [dataDir, mode])
    const ended = once(child, 'exit').then((): never => {
      throw new Error('The process that is measured ended too early')
    })
    ended.catch(() => undefined)
    try {
      // Holds because the process sends exactly these: first its ports, then an answer to each message.
      const [started] = (await Promise.race([once(child, 'message'), ended])) as [Started]
      const heldBytes = async (): Promise<number> => {
        const answered = once(child, 'message')
        child.send('how much waits?')
        const [bytes] = (await Promise.race([answered, ended])) as [number]
        return bytes
      }
      await work({ ...started, heldBytes })
    } finally {
      if (child.connected) {
        child.disconnect()
        await once(child, 'exit')
      }
    }
  })
}

/** Sends for some time as much as ten collectors take, and waits until all of it is stored. */
async function measureDrain(report: Report, { collector: port, key, heldBytes }: Servers): Promise<void> {
  const sender = await openSender({ port, key, connections })
  try {
    const events = crowdPerSecond * secondsWanted()
    const startedAt = performance.now()
    const took = await sender.pace(crowdPerSecond / eventsPerMessage, secondsWanted())
    const sentMs = performance.now() - startedAt
    const behind = await heldBytes()
    // As long as anybody would wait: the stores refuse it.
    const patience = AbortSignal.timeout(10 * 60_000)
    while ((await heldBytes()) > 0) await delay(100, undefined, { signal: patience })
    const storedMs = performance.now() - startedAt
    report({
      measure: 'of events sent at 10,000 a second, taken a second',
      value: (events * 1000) / sentMs,
      unit: 'per_second',
    })
    report({ measure: 'stored a second, until none waits', value: (events * 1000) / storedMs, unit: 'per_second' })
    report({
      measure: 'stored after the last was taken by',
      value: (storedMs - sentMs) / 1000,
      unit: 's',
      target: atMost(60),
    })
    report({ measure: 'waiting then', value: behind / 1024 ** 2, unit: 'MB' })
    report({
      measure: 'an answer then, slowest of 100',
      value: shareOf(
        took.toSorted((x, y) => x - y),
        0.99,
      ),
      unit: 'ms',
    })
  } finally {
    sender.close()
  }
}

/** `npm run bench -- collector --seconds 600` */
function secondsWanted(): number {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } }, strict: false })
  return Number(values.seconds)
}

async function measureIntake(report: Report, ports: Servers, how: string): Promise<void> {
  const bare = await openSender({ ...ports, port: ports.bare, connections })
  const collector = await openSender({ ...ports, port: ports.collector, connections })
  try {
    const bareRates: number[] = []
    const rates: number[] = []
    await bare.flood(messages)
    await collector.flood(messages)
    for (let round = 0; round < rounds; round += 1) {
      bareRates.push(await bare.flood(messages))
      rates.push(await collector.flood(messages))
    }
    const most = medianOf(rates)
    report({
      measure: `collector, ${how} / bare handler`,
      value: most / medianOf(bareRates),
      unit: 'ratio',
      target: { at: 'least', value: 0.5 },
    })
    report({ measure: `events, ${how}`, value: most, unit: 'per_second' })
    report({ measure: 'events that a bare handler reads', value: medianOf(bareRates), unit: 'per_second' })
    const took = (await collector.pace(most / 2 / eventsPerMessage, paceSeconds)).toSorted((x, y) => x - y)
    report({
      measure: `an answer at half that load, ${how}, median`,
      value: shareOf(took, 0.5),
      unit: 'ms',
      target: atMost(10),
    })
    report({
      measure: `an answer at half that load, ${how}, slowest of 100`,
      value: shareOf(took, 0.99),
      unit: 'ms',
      target: atMost(30),
    })
  } finally {
    bare.close()
    collector.close()
  }
}
