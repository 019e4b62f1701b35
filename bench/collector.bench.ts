import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openSender } from './beacons.ts'
import { atMost, type Benchmark, medianOf, type Report, shareOf } from './harness.ts'
import { withDataDirectory } from './installation.ts'

const connections = 512
const messages = 20_000
const rounds = 7
const paceSeconds = 5

/** What taking events costs beyond taking requests: checking, cleaning, judging and waiting for the disk. */
export const benchmark: Benchmark = {
  name: 'collector',
  about: 'events of browsers, safe on the disk when answered, against a handler that only reads what it is sent',
  run: (report) =>
    withDataDirectory(async (dataDir) => {
      const child = fork(join(import.meta.dirname, 'collector-process.ts'), [dataDir])
      try {
        const ended = once(child, 'exit').then((): never => {
          throw new Error('The process that is measured ended before it was ready')
        })
        ended.catch(() => undefined)
        // Holds because the process sends exactly this.
        const [ports] = (await Promise.race([once(child, 'message'), ended])) as [Ports]
        await measure(report, ports)
      } finally {
        if (child.connected) {
          child.disconnect()
          await once(child, 'exit')
        }
      }
    }),
}

/** Where the two servers listen. */
interface Ports {
  readonly bare: number
  readonly collector: number
}

async function measure(report: Report, ports: Ports): Promise<void> {
  const bare = await openSender(ports.bare, connections)
  const collector = await openSender(ports.collector, connections)
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
      measure: 'collector, durable / bare handler',
      value: most / medianOf(bareRates),
      unit: 'ratio',
      target: { at: 'least', value: 0.5 },
    })
    report({ measure: 'events, durable', value: most, unit: 'per_second' })
    report({ measure: 'events that a bare handler reads', value: medianOf(bareRates), unit: 'per_second' })
    const took = (await collector.pace(most / 2 / 2, paceSeconds)).toSorted((x, y) => x - y)
    report({
      measure: 'an answer at half that load, median',
      value: shareOf(took, 0.5),
      unit: 'ms',
      target: atMost(10),
    })
    report({
      measure: 'an answer at half that load, slowest of 100',
      value: shareOf(took, 0.99),
      unit: 'ms',
      target: atMost(50),
    })
  } finally {
    bare.close()
    collector.close()
  }
}
