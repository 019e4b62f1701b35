import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { brotliCompressSync } from 'node:zlib'
import { type CreateShopInput, createShop, importOrders, run } from '@tillsight/domain'
import type { Log } from '@tillsight/supervisor'
import type { z } from 'zod'
import { type Config, loadConfig } from '../config.ts'
import { type ApiContexts, createApiContexts } from '../http/api/contexts.ts'
import { type Product, serve } from '../serve.ts'
import { type CleanUp, temporaryFolder } from './temporary.ts'

/** A log that says nothing. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** The product without its pages, in this process, on stores of its own. */
export interface Installation extends Product {
  readonly config: Config
  readonly contexts: ApiContexts
  /** Requests a path of it. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/** Starts the product on a free port with a page that says which address was asked for. */
export async function startInstallation(t: CleanUp, changes: Partial<Config> = {}): Promise<Installation> {
  const dataDir = await temporaryFolder(t)
  const buildDir = join(dataDir, 'build')
  await writeBuild(buildDir)
  const config: Config = {
    ...loadConfig({ TILLSIGHT_DATA_DIR: join(dataDir, 'data'), PORT: '0', ALLOW_PRIVATE_STORE_URLS: '1' }),
    platformPace: 'off',
    ...changes,
  }
  const product = await serve(config, silentLog, {
    buildDir,
    pages: () => async (request) => new Response(`page ${new URL(request.url).pathname}`),
  })
  t.after(() => product.stop())
  return {
    ...product,
    config,
    contexts: createApiContexts(product.runtime),
    fetch: (path, init) => fetch(`${product.address}${path}`, { redirect: 'manual', ...init }),
  }
}

/** Adds a shop in Berlin and brings in orders as CSV. */
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

const script = `console.log('${'tea '.repeat(300)}')`

async function writeBuild(buildDir: string): Promise<void> {
  const assets = join(buildDir, 'client', 'assets')
  await mkdir(assets, { recursive: true })
  await writeFile(join(assets, 'app-abc123.js'), script)
  await writeFile(join(assets, 'app-abc123.js.br'), brotliCompressSync(script))
  await writeFile(join(buildDir, 'client', 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const identity = { id: '0123456789abcdef', version: '1.2.3', builtAt: '2026-11-01T12:00:00.000Z' }
  await writeFile(join(buildDir, 'build.json'), JSON.stringify(identity))
}
