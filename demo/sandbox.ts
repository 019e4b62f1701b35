import { randomBytes, randomInt } from 'node:crypto'
import { AppError } from '@tillsight/core'
import type { AdPlatform } from './ads/index.ts'
import { startChild } from './child.ts'

/** A simulated store: its contents, and the product's credentials for it. */
export type SandboxStore = WooCommerceSandbox | ShopifySandbox

/** A simulated WooCommerce store. */
export interface WooCommerceSandbox {
  readonly kind: 'demo' | 'online-retail'
  readonly port: number
  readonly consumerKey: string
  readonly consumerSecret: string
  /** For `demo`: when it was created, and where the history ends unless it continues. */
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
  /** When it was created, and where the history ends unless it continues. */
  readonly now: string
}

/** The app that an operator would have registered at the platform. */
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
  /** The number of orders in the store. */
  readonly orders: number
  /** Undefined if the platform has no apps. */
  readonly app: SandboxApp | undefined
  stop(): void
}

/** The message of a store's process once it can be read. */
export interface SandboxMessage {
  readonly url: string
  readonly orders: number
  readonly app?: SandboxApp
}

/** Options of the simulated stores. */
interface SandboxOptions {
  /** The product's public address. */
  readonly publicUrl: string
  /**
   * Whether the stories continue: up to now at the start, and order by order from then on. Otherwise they end where the plan
   * says.
   */
  readonly isLive: boolean
}

/** The task of a store's process. */
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
  const { message, stop } = await startServed<SandboxMessage>(task, `store could not be started on port ${store.port}`)
  const { url, orders, app } = message
  return { store, url, orders, app, stop }
}

async function startServed<Message extends object>(task: SandboxTask | AdSandboxTask, problem: string) {
  const { message, stop } = await startChild<Message>('sandbox-process.ts', task)
  if (!('failure' in message)) return { message, stop }
  const text = `The simulated ${problem}: ${message.failure}. Perhaps another demo runs; stop it and try again.`
  throw new AppError('unavailable', text)
}

/** The simulated ad platforms of a demo: where they are, and the operator's app at each. */
export interface AdSandbox {
  readonly ports: Readonly<Record<AdPlatform, number>>
  readonly apps: Readonly<Record<AdPlatform, { readonly id: string; readonly secret: string }>>
}

/** The task of the ad platforms' process. */
export interface AdSandboxTask extends AdSandbox, SandboxOptions {
  /** When the demo was created: its stories start 24 months earlier. */
  readonly createdAt: string
}

/** The message that it sends once. */
export interface AdSandboxMessage {
  readonly urls: Readonly<Record<AdPlatform, string>>
}

/** Running simulated ad platforms. */
export interface RunningAds {
  /** The environment variables that an operator would set to read from them. */
  readonly variables: Readonly<Record<string, string>>
  stop(): void
}

/** New apps at the three platforms, on these ports; 0 is any free one. */
export function newAdSandbox(ports: AdSandbox['ports']): AdSandbox {
  const digits = (count: number) => Array.from({ length: count }, () => randomInt(1, 10)).join('')
  return {
    ports,
    apps: {
      googleads: {
        id: `${digits(12)}-demo.apps.googleusercontent.com`,
        secret: `GOCSPX-${randomBytes(14).toString('base64url')}`,
      },
      metaads: { id: digits(16), secret: randomBytes(16).toString('hex') },
      tiktokads: { id: digits(19), secret: randomBytes(20).toString('hex') },
    },
  }
}

/** Starts the simulated ad platforms in one process, separate from the product's. Throws `unavailable` if a port is taken. */
export async function startAdSandbox(task: AdSandboxTask): Promise<RunningAds> {
  const ports = Object.values(task.ports).join(', ')
  const { message, stop } = await startServed<AdSandboxMessage>(
    task,
    `ad platforms could not be started on the ports ${ports}`,
  )
  return { variables: variablesOf(task, message.urls), stop }
}

/** The environment of an installation with simulated ad platforms at these addresses. */
export function variablesOf({ apps }: AdSandbox, urls: AdSandboxMessage['urls']): Readonly<Record<string, string>> {
  return {
    GOOGLE_ADS_CLIENT_ID: apps.googleads.id,
    GOOGLE_ADS_CLIENT_SECRET: apps.googleads.secret,
    GOOGLE_ADS_DEVELOPER_TOKEN: 'simulated',
    GOOGLE_ADS_URL: urls.googleads,
    GOOGLE_OAUTH_URL: urls.googleads,
    META_APP_ID: apps.metaads.id,
    META_APP_SECRET: apps.metaads.secret,
    META_GRAPH_URL: urls.metaads,
    META_DIALOG_URL: urls.metaads,
    TIKTOK_APP_ID: apps.tiktokads.id,
    TIKTOK_APP_SECRET: apps.tiktokads.secret,
    TIKTOK_URL: urls.tiktokads,
    // The simulated platform can take more than the real one.
    TIKTOK_REQUESTS_PER_SECOND: '100',
  }
}

/** Where the platforms of a running demo are, from its plan alone. */
export function plannedUrls({ ports }: AdSandbox): AdSandboxMessage['urls'] {
  const url = (platform: AdPlatform) => `http://127.0.0.1:${ports[platform]}`
  return { googleads: url('googleads'), metaads: url('metaads'), tiktokads: url('tiktokads') }
}
