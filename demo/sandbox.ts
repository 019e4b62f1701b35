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

/** What a store's process says once: that it can be read, or why not. */
export type SandboxMessage = { readonly url: string; readonly orders: number } | { readonly failure: string }

/** Starts simulated stores; when one cannot be started, none of them stays. */
export async function startSandboxes(stores: readonly SandboxStore[]): Promise<readonly Sandbox[]> {
  const starts = await Promise.allSettled(stores.map(startSandbox))
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed === undefined) return started
  for (const sandbox of started) sandbox.stop()
  throw failed.reason
}

/** Starts a simulated store in a process of its own, so that the product's memory and time are its own. */
async function startSandbox(store: SandboxStore): Promise<Sandbox> {
  const child = fork(join(import.meta.dirname, 'sandbox-process.ts'), [JSON.stringify(store)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code]): SandboxMessage => ({ failure: `its process ended with ${code}` }))
  const message = await Promise.race([once(child, 'message').then(([sent]) => sent as SandboxMessage), ended])
  if ('failure' in message) {
    throw new AppError(
      'unavailable',
      `The simulated store could not be started on port ${store.port}: ${message.failure}. Perhaps another demo runs; stop it and try again.`,
    )
  }
  return { store, ...message, stop: () => child.kill('SIGTERM') }
}
