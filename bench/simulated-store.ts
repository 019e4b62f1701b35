// A simulated shop for a benchmark: how to connect it, and control of its sales.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** The store platforms that can be simulated. */
export const platforms = ['woocommerce', 'shopify'] as const
/** One of {@link platforms}. */
export type Platform = (typeof platforms)[number]

/** Settings of a simulator. */
export interface StoreOptions {
  readonly platform: Platform
  /** Number of initial orders. */
  readonly orders: number
}

/** Command to a simulator: sell this many orders at this pace. */
export interface SaleOrder {
  readonly count: number
  readonly perSecond: number
}

/** Command to a simulator: go down, or come back. */
export interface Outage {
  readonly down: boolean
}

const SimulatedStore = z.object({
  /** Values that a merchant enters. */
  values: z.record(z.string(), z.string()),
  /** The operator's settings for the simulated platform. */
  variables: z.record(z.string(), z.string()),
})
/** How a simulated store is connected. */
export type SimulatedStore = z.infer<typeof SimulatedStore>

/** A running simulator. */
export interface Simulator extends SimulatedStore {
  /** Sells; answers the instant of each sale, in milliseconds since 1970. */
  sell(order: SaleOrder): Promise<readonly number[]>
  /** While it is down every call is answered with 503; sales continue, as at a till. */
  setDown(down: boolean): Promise<void>
}

/** Runs the work beside a simulated store. */
export async function withStore<T>(options: StoreOptions, work: (store: Simulator) => Promise<T>): Promise<T> {
  const file = fileURLToPath(import.meta.resolve('./simulator.ts'))
  const child = spawn(process.execPath, ['--max-old-space-size=4096', file, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next()
    if (done) throw new Error('The simulator ended')
    return JSON.parse(String(value))
  }
  try {
    const store = SimulatedStore.parse(await next())
    let last: Promise<unknown> = Promise.resolve()
    /** Commands run one after the other, and are answered in that order. */
    const tell = (wanted: SaleOrder | Outage): Promise<unknown> => {
      const before = last
      const response = async (): Promise<unknown> => {
        await before
        child.stdin.write(`${JSON.stringify(wanted)}\n`)
        return await next()
      }
      last = response()
      return last
    }
    return await work({
      ...store,
      async sell(order) {
        return z.array(z.number()).parse(await tell(order))
      },
      async setDown(down) {
        await tell({ down })
      },
    })
  } finally {
    child.stdin.end()
    await once(child, 'exit')
  }
}
