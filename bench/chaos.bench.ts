import { spawnSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createShop, listTrackingKeys, run } from '@tillsight/domain'
import { operator, operatorContexts, theOrganisation } from '../server/contexts.ts'
import type { Runtime } from '../server/runtime.ts'
import { type Installation, startApart, startWhole } from './chaos-installations.ts'
import { beginTraffic, judge, type Place, shops, type Traffic } from './chaos-traffic.ts'
import { connectBesideProduct } from './connected-store.ts'
import { openDoor, signInOwner } from './door.ts'
import { zone } from './facts.ts'
import { atMost, type Benchmark, createTeller, medianOf, type Report, until } from './harness.ts'
import { isReady, withDataDirectory, withRuntime } from './installation.ts'
import { totalsOf } from './metrics-query.ts'
import { memoryOfTree, runs } from './process-tree.ts'
import { type Simulator, withStore } from './simulated-store.ts'

const platform = 'woocommerce'
const betweenKillsMs = 5_000
const minuteMs = 60_000
const diskMb = 700
const diskFullMs = 30_000

/** Whether facts survive killed and hanging processes, full disks, and unavailable stores. */
export const benchmark: Benchmark = {
  name: 'chaos',
  about: 'kill -9 and SIGSTOP of every process, a store that is down, a full disk: is anything lost, doubled or wrong?',
  async run(report) {
    const wish = wanted()
    await withStore({ platform, orders: wish.orders }, (store) =>
      withDataDirectory((scratch) =>
        withPatient(report, { scratch, dataDir: join(scratch, 'data'), store, ...wish }, async (patient) => {
          await killInTurns(report, patient, wish.kills)
          if (wish.freezeMs > 0) await freezeStores(report, patient, wish.freezeMs)
          await store.setDown(true)
          await delay(wish.storeDownMs)
          await store.setDown(false)
          if (wish.soakMinutes > 0) await soak(report, patient, wish.soakMinutes)
        }),
      ),
    )
    // The disk of embedded stores; servers by address have disks of their own.
    if (wish.isApart) return
    await withSmallDisk((disk, scratch) => {
      const named: Report = ({ measure, ...rest }) => report({ measure: `full disk: ${measure}`, ...rest })
      return withPatient(named, { scratch, dataDir: join(disk, 'data'), orders: 0, isApart: false }, (patient) =>
        fillDisk(named, patient, disk),
      )
    })
  },
}

/** `npm run bench -- chaos --apart --kills 45 --orders 20000 --freeze 60 --store-down 600 --soak 30`; `--soak` alone: 30 minutes. */
function wanted() {
  const number = (name: string, usual: string) => {
    const at = process.argv.indexOf(`--${name}`)
    if (at < 0) return 0
    return Number(/^\d/.test(process.argv[at + 1] ?? '') ? process.argv[at + 1] : usual)
  }
  const options = {
    kills: { type: 'string', default: '45' },
    orders: { type: 'string', default: '20000' },
    freeze: { type: 'string', default: '30' },
    'store-down': { type: 'string', default: '600' },
    apart: { type: 'boolean', default: false },
  } as const
  const { values } = parseArgs({ options, strict: false })
  return {
    kills: Number(values.kills),
    orders: Number(values.orders),
    freezeMs: Number(values.freeze) * 1000,
    storeDownMs: Number(values['store-down']) * 1000,
    soakMinutes: number('soak', '30'),
    isApart: values.apart === true,
  }
}

interface Task {
  readonly scratch: string
  readonly dataDir: string
  readonly store?: Simulator
  /** The store's initial orders. */
  readonly orders: number
  /** In processes of its own over servers by address. */
  readonly isApart: boolean
}

/** The product, parts of which may be dead at any moment, with its traffic. */
interface Patient extends Place {
  readonly installation: Installation
  readonly traffic: Traffic
}

/** Starts the product with ordinary traffic, causes failures, and compares the result afterwards. */
async function withPatient(report: Report, task: Task, trouble: (patient: Patient) => Promise<void>): Promise<void> {
  const { store, dataDir } = task
  const given = { ...store?.variables, ALLOW_PRIVATE_STORE_URLS: 'on', TRUST_PROXY: '1', LOG_LEVEL: 'silent' }
  const installation = await (task.isApart ? startApart(task.scratch, given) : startWhole(dataDir, given))
  const { address, variables } = installation
  const prepared = await withRuntime(dataDir, (runtime) => prepare(runtime, address, store), variables)
  let { door } = prepared
  const place = { ...task, address, variables, trackingKey: prepared.key, door: () => door }
  const patient: Patient = { ...place, installation, traffic: beginTraffic(place) }
  // A session is valid for an hour; a failed renewal is retried next time.
  const renewing = setInterval(() => {
    signInOwner(prepared.anonKey, address).then(
      (renewed) => {
        door = renewed
      },
      () => undefined,
    )
  }, 10 * minuteMs)
  try {
    await trouble(patient)
    const endedAt = performance.now()
    process.stderr.write('    The trouble is over; what is under way is brought to its end.\n')
    await patient.traffic.end()
    await judge(report, patient, {
      promised: patient.traffic.promised,
      orders: task.orders,
      endedAt,
      isApart: task.isApart,
    })
  } finally {
    clearInterval(renewing)
    await patient.traffic.abandon()
    await installation.stop()
  }
}

async function prepare(runtime: Runtime, address: string, store: Simulator | undefined) {
  await runtime.jobs.start()
  try {
    const outside = runtime.context(operator, await theOrganisation(runtime))
    const plain = store === undefined ? Object.values(shops) : [shops.command, shops.browser]
    if (store !== undefined) await connectBesideProduct(runtime, { domain: shops.store, platform, store })
    for (const domain of plain) await run(createShop, outside, { domain, platform, zone, currency: 'EUR' })
    const [tracking] = await run(listTrackingKeys, await operatorContexts(runtime).shop(shops.store), {})
    return { key: tracking?.key ?? '', door: await openDoor(runtime, address), anonKey: runtime.auth.anonKey }
  } finally {
    await runtime.jobs.stop()
  }
}

async function killInTurns(report: Report, patient: Patient, kills: number): Promise<void> {
  const { installation, traffic, address } = patient
  const victims = [...installation.victims, 'command']
  const took = new Map<string, number[]>(victims.map((victim) => [victim, []]))
  const tell = createTeller('killed')
  let leftOver = 0
  let refusals = 0
  let round: string[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    // Once each, in an order and after a time of chance.
    if (round.length === 0) round = shuffled(victims)
    const victim = round.pop() ?? 'command'
    await delay(betweenKillsMs * (0.5 + Math.random()))
    const startedAt = performance.now()
    if (victim === 'command') {
      if (!traffic.command()?.kill('SIGKILL')) continue
    } else {
      const revive = installation.kill(victim)
      if (revive === undefined) continue
      const revival = await revive()
      leftOver += revival.leftOver
      refusals += revival.refusals
    }
    await untilSteady(address)
    took.get(victim)?.push((performance.now() - startedAt) / 1000)
    tell({ done: kill + 1, total: kills, of: victim })
  }
  for (const [victim, times] of took) {
    report({ measure: `kills of ${victim}`, value: times.length, unit: 'count' })
    if (times.length === 0) continue
    report({ measure: `ready again after a kill of ${victim}, median`, value: medianOf(times), unit: 's' })
    report({ measure: 'the same, longest', value: Math.max(...times), unit: 's', target: atMost(60) })
  }
  report({ measure: 'starts that were refused', value: refusals, unit: 'count' })
  const measure = 'processes that outlived a killed main one by five seconds'
  report({ measure, value: leftOver, unit: 'count', target: atMost(0) })
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value)
}

/** Waits for three successes in a row: the first may come from a process that has not noticed yet. */
async function untilSteady(address: string): Promise<void> {
  let ready = 0
  await until(async () => {
    ready = (await isReady(address)) ? ready + 1 : 0
    return ready >= 3
  })
}

/** Stores that hang: their processes live, but do not respond. */
async function freezeStores(report: Report, patient: Patient, ms: number): Promise<void> {
  for (const name of ['warehouse', 'database'] as const) {
    await untilSteady(patient.address)
    const frozen = patient.installation.stores()[name]
    const { promised } = patient.traffic
    const before = promised.events.size
    promised.slowestMs = 0
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    try {
      const startedAt = performance.now()
      const response = await fetch(`${patient.address}/readyz`).catch(() => undefined)
      const seconds = (performance.now() - startedAt) / 1000
      report({ measure: `${name} frozen: answer of /readyz`, value: seconds, unit: 's', target: atMost(3) })
      const status = response?.status ?? 0
      report({ measure: `${name} frozen: status of /readyz`, value: status, unit: 'count' })
      await delay(Math.max(0, ms - seconds * 1000))
      const taken = promised.events.size - before
      report({
        measure: `${name} frozen: events taken meanwhile`,
        value: taken,
        unit: 'count',
        target: { at: 'least', value: 1 },
      })
      report({ measure: `${name} frozen: slowest of them`, value: promised.slowestMs, unit: 'ms' })
    } finally {
      for (const pid of frozen.filter(runs)) process.kill(pid, 'SIGCONT')
    }
    const thawedAt = performance.now()
    await untilSteady(patient.address)
    report({
      measure: `${name} thawed: ready after`,
      value: (performance.now() - thawedAt) / 1000,
      unit: 's',
      target: atMost(30),
    })
  }
}

/** Moderate traffic for a long time: growth shows in the comparison of the end with the beginning. */
async function soak(report: Report, patient: Patient, minutes: number): Promise<void> {
  const memory: number[] = []
  const latency: number[] = []
  let unanswered = 0
  const tell = createTeller('soaked')
  patient.traffic.moderate()
  for (let minute = 0; minute < minutes; minute += 1) {
    const times: number[] = []
    const sizes: number[] = []
    const nextAt = performance.now() + minuteMs
    while (performance.now() < nextAt) {
      const startedAt = performance.now()
      const { orders } = await totalsOf(patient.door(), shops.store)
      if (orders === undefined) unanswered += 1
      else times.push(performance.now() - startedAt)
      sizes.push(patient.installation.roots().reduce((sum, pid) => sum + memoryOfTree(pid), 0))
      await delay(2000)
    }
    memory.push(medianOf(sizes))
    latency.push(medianOf(times))
    tell({ done: minute + 1, total: minutes, of: `minutes, ${memory.at(-1)?.toFixed(0)} MB` })
  }
  report({ measure: 'soak: questions without an answer', value: unanswered, unit: 'count', target: atMost(0) })
  report({ measure: `soak of ${minutes} min: memory at its end`, value: memory.at(-1) ?? Number.NaN, unit: 'MB' })
  const growths = [
    ['memory', memory, 1.05],
    ['a question', latency, 1.5],
  ] as const
  for (const [what, values, limit] of growths)
    report({
      measure: `soak: ${what}, later half / earlier`,
      value: growth(values),
      unit: 'ratio',
      target: atMost(limit),
    })
}

/** Of the minutes after the first five, in which what is kept fills up, the later half by the earlier one. */
function growth(minutes: readonly number[]): number {
  const warm = minutes.slice(minutes.length > 10 ? 5 : 0)
  const half = Math.floor(warm.length / 2)
  return medianOf(warm.slice(-half)) / medianOf(warm.slice(0, half))
}

/** Runs the work with a small separate file system, where this process may mount one. */
async function withSmallDisk(work: (disk: string, scratch: string) => Promise<void>): Promise<void> {
  await withDataDirectory(async (scratch) => {
    const disk = join(scratch, 'disk')
    await mkdir(disk)
    const options = ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=755`, 'tmpfs', disk]
    if (process.platform !== 'linux' || process.getuid?.() !== 0 || spawnSync('/bin/mount', options).status !== 0) {
      process.stderr.write('    The full disk was left out: it needs a Linux root that may mount a small disk.\n')
      return
    }
    try {
      await work(disk, scratch)
    } finally {
      spawnSync('/bin/umount', ['-l', disk])
    }
  })
}

/** Fills the disk for a while during traffic. */
async function fillDisk(report: Report, { address, traffic }: Patient, disk: string): Promise<void> {
  await until(() => traffic.promised.commandFiles > 0)
  const ballast = join(disk, 'ballast')
  // Writes as much as fits.
  await writeFile(ballast, Buffer.alloc(diskMb * 1024 * 1024)).catch(() => undefined)
  await delay(diskFullMs)
  await rm(ballast)
  const freedAt = performance.now()
  await untilSteady(address)
  report({
    measure: 'ready again after there was room',
    value: (performance.now() - freedAt) / 1000,
    unit: 's',
    target: atMost(60),
  })
}
