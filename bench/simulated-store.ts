// A simulated shop as a benchmark holds it: how to connect it, and a hand on its till.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** The store platforms that can be simulated. */
export const platforms = ['woocommerce', 'shopify'] as const
/** One of {@link platforms}. */
export type Platform = (typeof platforms)[number]

/** What a simulator is started with. */
export interface StoreWish {
  readonly platform: Platform
  /** How many orders it holds from the start. */
  readonly orders: number
}

/** What a simulator is told: to sell so many orders at that pace. */
export interface SaleOrder {
  readonly count: number
  readonly perSecond: number
}

/** Or to be out of service, or back. */
export interface Outage {
  readonly down: boolean
}

const SimulatedStore = z.object({
  /** What a merchant types in. */
  values: z.record(z.string(), z.string()),
  /** What the operator of an installation sets for the simulated platform. */
  variables: z.record(z.string(), z.string()),
})
/** How a simulated store is connected. */
export type SimulatedStore = z.infer<typeof SimulatedStore>

/** A running simulator. */
export interface Simulator extends SimulatedStore {
  /** Sells; answers the instant of each sale, in milliseconds since 1970. */
  sell(order: SaleOrder): Promise<readonly number[]>
  /** While it is down every call is answered with 503; what is sold goes on, as in a till. */
  setDown(down: boolean): Promise<void>
}

/** Runs the work beside a simulated store. */
export async function withStore<T>(wish: StoreWish, work: (store: Simulator) => Promise<T>): Promise<T> {
  const file = fileURLToPath(import.meta.resolve('./simulator.ts'))
  const child = spawn(process.execPath, ['--max-old-space-size=4096', file, JSON.stringify(wish)], {
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
    /** It does one thing after the other, and answers in that order. */
    const tell = (wanted: SaleOrder | Outage): Promise<unknown> => {
      const before = last
      const answer = async (): Promise<unknown> => {
        await before
        child.stdin.write(`${JSON.stringify(wanted)}\n`)
        return await next()
      }
      last = answer()
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
