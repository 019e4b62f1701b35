import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { AppError } from '@tillsight/core'

/** A simulated store: what it holds, and how the product signs in there. */
export interface SandboxStore {
  readonly kind: 'demo' | 'online-retail'
  readonly port: number
  readonly consumerKey: string
  readonly consumerSecret: string
  /** For `demo`: the instant at which the history ends. */
  readonly now: string
  /** For `online-retail`: the data set. */
  readonly file: string | null
}

/** A running simulated store. */
export interface Sandbox {
  readonly store: SandboxStore
  readonly url: string
  /** Orders that the store holds. */
  readonly orders: number
  stop(): void
}

interface ReadyMessage {
  readonly url: string
  readonly orders: number
}

/** Starts a simulated store in a process of its own, so that the product's memory and time are its own. */
export async function startSandbox(store: SandboxStore): Promise<Sandbox> {
  const child = fork(join(import.meta.dirname, 'sandbox-process.ts'), [JSON.stringify(store)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const failed = once(child, 'exit').then(([code]) => {
    throw new AppError(
      'unavailable',
      `The simulated store on port ${store.port} did not start (exit ${code}); its own message is above.`,
    )
  })
  const [message] = await Promise.race([once(child, 'message'), failed])
  failed.catch(() => undefined)
  const { url, orders } = message as ReadyMessage
  return { store, url, orders, stop: () => child.kill('SIGTERM') }
}
