import { AppError } from '@tillsight/core'
import { startChild } from './child.ts'

/** A simulated store: what it holds, and how the product signs in there. */
export type SandboxStore = WooCommerceSandbox | ShopifySandbox

/** A simulated WooCommerce store. */
export interface WooCommerceSandbox {
  readonly kind: 'demo' | 'online-retail'
  readonly port: number
  readonly consumerKey: string
  readonly consumerSecret: string
  /** For `demo`: when it was made, and where the history ends unless it goes on. */
  readonly now: string
  /** For `online-retail`: the data set. */
  readonly file: string | null
}

/** A simulated Shopify with the demo's shop, and one that waits to be connected on screen. */
export interface ShopifySandbox {
  readonly kind: 'shopify'
  readonly port: number
  /** Of the app, which belongs to the organisation of both shops. */
  readonly clientId: string
  readonly clientSecret: string
  /** When it was made, and where the history ends unless it goes on. */
  readonly now: string
}

/** What an operator would have registered at the platform. */
export interface SandboxApp {
  readonly apiKey: string
  readonly apiSecret: string
  readonly listingUrl: string
  readonly shopUrl: string
}

/** A running simulated store. */
export interface Sandbox {
  readonly store: SandboxStore
  readonly url: string
  /** Orders that the store holds. */
  readonly orders: number
  /** Where the platform has apps. */
  readonly app: SandboxApp | undefined
  stop(): void
}

/** What a store's process says once it can be read. */
export interface SandboxMessage {
  readonly url: string
  readonly orders: number
  readonly app?: SandboxApp
}

/** How simulated stores are run. */
export interface SandboxOptions {
  /** Where browsers reach the product. */
  readonly publicUrl: string
  /** The stories go on: up to now at the start, and order by order from then on. Else they end where the plan says. */
  readonly isLive: boolean
}

/** What a store's process is told. */
export interface SandboxTask extends SandboxOptions {
  readonly store: SandboxStore
}

/** Starts simulated stores; when one cannot be started, none of them stays. */
export async function startSandboxes(
  stores: readonly SandboxStore[],
  options: SandboxOptions = { publicUrl: 'http://localhost:3000', isLive: false },
): Promise<readonly Sandbox[]> {
  const starts = await Promise.allSettled(stores.map((store) => startSandbox({ store, ...options })))
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed === undefined) return started
  for (const sandbox of started) sandbox.stop()
  throw failed.reason
}

async function startSandbox(task: SandboxTask): Promise<Sandbox> {
  const { store } = task
  const { message, stop } = await startChild<SandboxMessage>('sandbox-process.ts', task)
  if ('failure' in message) {
    throw new AppError(
      'unavailable',
      `The simulated store could not be started on port ${store.port}: ${message.failure}. Perhaps another demo runs; stop it and try again.`,
    )
  }
  const { url, orders, app } = message
  return { store, url, orders, app, stop }
}
