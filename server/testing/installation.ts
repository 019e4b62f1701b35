import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { brotliCompressSync } from 'node:zlib'
import { copySharedDatabase } from '@tillsight/database/testing'
import { type CreateShopInput, createShop, importOrders, run } from '@tillsight/domain'
import type { Log } from '@tillsight/supervisor'
import { chooseSharedPlace } from '@tillsight/warehouse/testing'
import type { z } from 'zod'
import { type Config, loadConfig } from '../config.ts'
import { type Contexts, operatorContexts } from '../contexts.ts'
import { type Product, serve } from '../serve.ts'
import { addPerson, type SignedInPerson } from './people.ts'
import { silentLog } from './silent-log.ts'
import { type CleanUp, temporaryFolder } from './temporary.ts'

/** The product without its pages, in this process, with its own stores. */
export interface Installation extends Product {
  readonly config: Config
  /** Environment for commands in other processes that work beside it. */
  readonly env: Readonly<Record<string, string>>
  /** Contexts of the operator, with all rights. */
  readonly contexts: Contexts
  /** Owner of the organisation that every shop of a test belongs to. */
  readonly owner: SignedInPerson
  /** Requests a path as the owner, unless the request has its own credentials. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Requests a path without signing in. */
  fetchAsVisitor(path: string, init?: RequestInit): Promise<Response>
}

/** Starts the product on a free port, with a page that prints the requested address. */
export async function startInstallation(
  t: CleanUp,
  changes: Partial<Config> = {},
  log: Log = silentLog,
): Promise<Installation> {
  const dataDir = await temporaryFolder(t)
  const stores = await chooseStores()
  const buildDir = join(dataDir, 'build')
  await writeBuild(buildDir)
  const env = { TILLSIGHT_DATA_DIR: join(dataDir, 'data'), ...stores.env }
  const config: Config = {
    ...loadConfig({ PORT: '0', ALLOW_PRIVATE_STORE_URLS: '1', ...unhurried, ...env }),
    platformPace: 'off',
    ...changes,
  }
  const product = await serve(config, log, {
    buildDir,
    pages: () => async (request) => new Response(`page ${new URL(request.url).pathname}`),
  })
  t.after(async () => {
    await product.stop()
    await stores.remove()
  })
  const contexts = operatorContexts(product.runtime)
  await contexts.anyShop()
  const owner = await addPerson(product, `owner-${randomUUID()}@example.com`, { isOwner: true })
  const fetchAsVisitor: Installation['fetch'] = (path, init) =>
    fetch(`${product.address}${path}`, { redirect: 'manual', ...init })
  return {
    ...product,
    config,
    env,
    contexts,
    owner,
    fetch: (path, init = {}) => fetchAsVisitor(path, { ...init, headers: owner.headers(init.headers) }),
    fetchAsVisitor,
  }
}

/** Adds a shop in Berlin and imports orders from CSV. */
export async function addShop(
  { contexts }: Pick<Installation, 'contexts'>,
  shop: Partial<z.input<typeof CreateShopInput>> & { readonly domain: string },
  csv?: string,
): Promise<void> {
  const usual = { platform: 'woocommerce', zone: 'Europe/Berlin', currency: 'EUR' }
  await run(createShop, await contexts.anyShop(), { ...usual, ...shop })
  if (csv === undefined) return
  const source = { name: 'orders.csv', open: () => Readable.from([Buffer.from(csv)], { objectMode: false }) }
  await importOrders(await contexts.shop(shop.domain), { source, format: 'generic' })
}

/** Settings that select a test's own databases, and their cleanup. */
interface ChosenStores {
  readonly env: Readonly<Record<string, string>>
  remove(): Promise<void>
}

/** Databases on the shared servers of a test run; without those the product starts embedded stores. */
export async function chooseStores(): Promise<ChosenStores> {
  const warehouse = chooseSharedPlace()
  const database = warehouse === undefined ? undefined : await copySharedDatabase()
  if (warehouse === undefined || database === undefined) return { env: {}, remove: async () => {} }
  return {
    env: { DATABASE_URL: database.url, CLICKHOUSE_URL: warehouse.url, TILLSIGHT_SECRET: randomUUID() },
    async remove() {
      await Promise.all([database.remove(), warehouse.remove()])
    },
  }
}

/** Tests share one address, sign in more often than any office, and fetch no exchange rates. */
const unhurried = { RATES_URL: 'off', AUTH_RATE_LIMIT_TOKEN_REFRESH: '1000000', AUTH_RATE_LIMIT_OTP: '1000000' }

const script = `console.log('${'tea '.repeat(300)}')`

async function writeBuild(buildDir: string): Promise<void> {
  const assets = join(buildDir, 'client', 'assets')
  await mkdir(assets, { recursive: true })
  await writeFile(join(assets, 'app-abc123.js'), script)
  await writeFile(join(assets, 'app-abc123.js.br'), brotliCompressSync(script))
  await writeFile(join(buildDir, 'client', 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const identity = {
    id: '0123456789abcdef',
    version: '1.2.3',
    builtAt: '2026-11-01T12:00:00.000Z',
    client: 'abc123',
    routes: { root: ['/assets/app-abc123.js'] },
  }
  await writeFile(join(buildDir, 'build.json'), JSON.stringify(identity))
}
