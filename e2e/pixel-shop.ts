// A minimal shop, and a collector that records its messages: independent of the product.
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { buildPixel } from '../scripts/house/build-pixel.ts'
import { listenToConsole } from './product-test.ts'

/** A message as the collector got it. */
export interface Message {
  readonly key: string
  readonly visitor?: string
  readonly consent: Readonly<Record<string, unknown>>
  readonly events: readonly {
    readonly id: string
    readonly name: string
    readonly url: string
    readonly [field: string]: unknown
  }[]
  /** The request's cookies. */
  readonly cookie: string
  readonly type: string
}

/** The survey on the page after an order, and its responses. */
export interface Survey {
  /** Response to requests for the question; undefined: a server error. */
  asked: unknown
  /** Whether responses are rejected with a server error. */
  isBroken: boolean
  /** Parameters of the requests for the question. */
  readonly asks: Readonly<Record<string, string>>[]
  readonly told: (Readonly<Record<string, unknown>> & { readonly type: string; readonly cookie: string })[]
}

/** Options of a page of the shop. */
interface ShopPage {
  /** Attributes of the script's tag besides its address and key. */
  readonly attributes?: string
  /** HTML before the script. */
  readonly before?: string
  readonly body?: string
  /** Replaces all of the above, without a content security policy. */
  readonly html?: string
}

/** The shop's server. */
export interface Shop {
  readonly address: string
  /** Address of the collector on another origin. */
  readonly elsewhere: string
  readonly messages: Message[]
  readonly survey: Survey
  /** Sets the contents of all further pages. */
  show(page: ShopPage): void
  /** Status of the collector's next response, once; afterwards it accepts everything. */
  answer(status: number): void
  /**
   * Waits for this many events and returns them. A message sent while leaving a page may be repeated rather than lost, so
   * events are deduplicated by id, as in the product.
   */
  events(count: number): Promise<Message['events'][number][]>
}

const key = 'tk_0123456789abcdef01234567'
/** Content security policy: only files and requests of the shop's own origin and its collector. */
const policy = (collector: string) =>
  `default-src 'none'; script-src 'self' 'nonce-shop'; connect-src 'self' ${collector}; style-src 'none'; require-trusted-types-for 'script'`

/** The built scripts. */
interface Scripts {
  readonly pixel: string
  readonly survey: string
  readonly woocommerce: string
}

interface Fixtures {
  readonly shop: Shop
  readonly quiet: void
}

/** A test on a page of a shop; it fails when the page complains or throws. */
export const test = base.extend<Fixtures, { readonly scripts: Scripts }>({
  scripts: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'tillsight-pixel-'))
      await buildPixel({ client: folder, install: folder })
      const read = (name: string) => readFile(join(folder, name), 'utf8')
      await use({
        pixel: await read('p.js'),
        survey: await read('survey.js'),
        woocommerce: await read('woocommerce.js'),
      })
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  shop: async ({ scripts }, use) => {
    const messages: Message[] = []
    const responses: number[] = []
    const survey: Survey = { asked: undefined, isBroken: false, asks: [], told: [] }
    let page: ShopPage = {}
    const collect = async (request: IncomingMessage, response: ServerResponse) => {
      if (isSurvey(request)) return await answerSurvey(survey, request, response)
      const text = await readText(request)
      const { origin, cookie = '', 'content-type': type = '' } = request.headers
      const status = responses.shift() ?? 204
      if (status === 204) messages.push({ ...JSON.parse(text), cookie, type })
      if (origin) response.setHeader('access-control-allow-origin', origin)
      if (request.url === '/n/1')
        response.setHeader('set-cookie', `ts_v=${'a'.repeat(32)}; HttpOnly; Path=/; SameSite=Lax`)
      response.writeHead(status).end()
    }
    const collector = await open(collect)
    const server = await open(async (request, response) => {
      if (request.method === 'POST' || isSurvey(request)) return await collect(request, response)
      if (request.url?.endsWith('.js'))
        return void response.setHeader('content-type', 'text/javascript').end(scriptOf(scripts, request.url))
      if (request.url === '/favicon.ico') return void response.writeHead(204).end()
      response.setHeader('content-type', 'text/html')
      if (page.html !== undefined) return void response.end(page.html)
      response.setHeader('content-security-policy', policy(addressOf(collector)))
      response.end(toHtml(page, addressOf(collector)))
    })
    await use({
      address: addressOf(server),
      elsewhere: addressOf(collector),
      messages,
      survey,
      show: (next) => {
        page = next
      },
      answer: (status) => void responses.push(status),
      async events(count) {
        const heard = () => [
          ...new Map(messages.flatMap(({ events }) => events).map((event) => [event.id, event])).values(),
        ]
        await expect.poll(() => heard().length).toBeGreaterThanOrEqual(count)
        return heard()
      },
    })
    for (const each of [server, collector]) {
      each.closeAllConnections()
      each.close()
    }
  },
  quiet: [
    async ({ page }, use) => {
      const said: string[] = []
      listenToConsole(page, said)
      await use()
      expect(said).toEqual([])
    },
    { auto: true },
  ],
})

/** The visitor data stored in the browser, as scripts of the page see it. */
export async function keptBy(page: Page): Promise<{ cookie: string; storage: string | null }> {
  return await page.evaluate(() => ({ cookie: document.cookie, storage: localStorage.getItem('ts_v') }))
}

function toHtml({ attributes = '', before = '', body = '' }: ShopPage, collector: string): string {
  const to = attributes.includes('data-to') ? '' : `data-to="${collector}/p/collect"`
  return `<!doctype html><title>Shop</title>${before.replaceAll('<script>', '<script nonce="shop">')}
    <script defer src="/p.js" data-key="${key}" ${to} ${attributes}></script><h1>Shop</h1>${body}`
}

function scriptOf({ pixel, survey, woocommerce }: Scripts, path: string): string {
  if (path === '/survey.js') return survey
  return path === '/store.js' ? `${pixel}\n${woocommerce}` : pixel
}

function isSurvey({ url }: IncomingMessage): boolean {
  return url?.startsWith('/p/survey') ?? false
}

async function answerSurvey(survey: Survey, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { origin, cookie = '', 'content-type': type = '' } = request.headers
  if (origin) response.setHeader('access-control-allow-origin', origin)
  if (request.method === 'POST') {
    const text = await readText(request)
    if (!survey.isBroken) survey.told.push({ ...JSON.parse(text), type, cookie })
    return void response.writeHead(survey.isBroken ? 503 : 204).end()
  }
  survey.asks.push(Object.fromEntries(new URL(request.url ?? '', 'http://shop').searchParams))
  if (survey.asked === undefined) return void response.writeHead(503).end()
  response.setHeader('content-type', 'application/json').end(JSON.stringify(survey.asked))
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

async function open(handle: Handle): Promise<Server> {
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function addressOf(server: Server): string {
  // Safe because it listens on a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
