import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Answer, type FakeRequest, json, page, readRequest } from './answers.ts'
import { answerApi, edgeAnswer, operationNames, type ServedShop, stateOf } from './api.ts'
import { appStore, openApp } from './app-store.ts'
import { answerControl } from './control.ts'
import type { Area, CallFault } from './fault-kinds.ts'
import { accessToken, authorize } from './oauth.ts'
import type { Platform } from './options.ts'
import type { ShopWorld } from './shop-world.ts'

/** One request that the platform has answered. */
export interface LoggedRequest {
  readonly method: string
  readonly uri: string
  /** Empty for what belongs to no shop. */
  readonly shop: string
  readonly area: Area | 'control'
  /** Name of the GraphQL operation, or of its first field where it has none. */
  readonly operation: string | undefined
  readonly status: number
}

/** Everything the server passes requests on to. */
export interface Served {
  readonly platform: Platform
  readonly shops: ReadonlyMap<string, ServedShop>
  readonly worlds: ReadonlyMap<string, ShopWorld>
  readonly log: LoggedRequest[]
  readonly listeners: Set<(call: LoggedRequest) => void>
}

const logLimit = 20_000

/** Makes the HTTP server; what it serves is asked for once the address is known. */
export function makeServer(served: () => Served): Server {
  return createServer((message, response) => {
    // Whoever called may be gone before the call was read: nobody waits for an answer then.
    serve(served(), message, response).catch(() => response.destroy())
  })
}

interface Target {
  readonly area: Area | 'control'
  readonly shop: ServedShop | undefined
  readonly names: readonly string[]
  answer(fault: CallFault | undefined): Answer | Promise<Answer>
}

async function serve(served: Served, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await readRequest(message)
  const target = targetOf(served, request)
  const { area, shop, names } = target
  const fault = area === 'control' ? undefined : shop?.world.faults.strikeCall(area, names)
  const answer = await answerSafely(target, fault)
  const entry: LoggedRequest = {
    method: request.method,
    uri: request.uri,
    shop: shop?.world.site.shop ?? '',
    area,
    operation: names[0],
    status: answer.status,
  }
  served.log.push(entry)
  if (served.log.length > logLimit) served.log.splice(0, logLimit / 2)
  for (const listener of served.listeners) listener(entry)
  if (fault?.kind === 'slow') setTimeout(() => send(response, answer, fault), fault.milliseconds).unref()
  else send(response, answer, fault)
}

async function answerSafely(target: Target, fault: CallFault | undefined): Promise<Answer> {
  try {
    return await target.answer(fault)
  } catch (error) {
    // A fault of the simulator itself: the test that hit it shows the text.
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    process.emitWarning(`sandbox: ${text}`)
    return page('Something went wrong', '', 500)
  }
}

function targetOf(served: Served, request: FakeRequest): Target {
  const [first = '', ...rest] = request.path
  if (first === '__sandbox') {
    return { area: 'control', shop: undefined, names: [], answer: () => answerControl(served.worlds, rest, request) }
  }
  if (first === 'apps') return { area: 'browser', shop: undefined, names: [], answer: () => appStore(served, request) }
  if (first === 'storage') return fileTarget(served, rest[0] ?? '')
  const host = (request.headers['host'] ?? '').replace(/:\d+$/, '')
  const isPrefixed = first.endsWith('.myshopify.com')
  const shop = served.shops.get(isPrefixed ? first : host)
  const path = (isPrefixed ? rest : request.path).join('/')
  if (!shop || shop.world.site.state === 'gone') return { area: areaOf(path), shop, names: [], answer: missing }
  return shopTarget(shop, path, request)
}

function missing(): Answer {
  return page('Sorry, this shop is currently unavailable.', '', 404)
}

function areaOf(path: string): Area {
  if (path === 'admin/oauth/access_token') return 'oauth'
  return path.startsWith('admin/api/') ? 'graphql' : 'browser'
}

function shopTarget(shop: ServedShop, path: string, request: FakeRequest): Target {
  const { world } = shop
  const version = /^admin\/api\/([\w-]+)\/graphql\.json$/.exec(path)?.[1]
  const at = (area: Area, answer: Target['answer'], names: readonly string[] = []): Target => ({
    area,
    shop,
    names,
    answer,
  })
  if (version !== undefined) {
    return at('graphql', (fault) => answerApi(shop, request, { asked: version, fault }), operationNames(request))
  }
  if (path === 'admin/oauth/access_token') {
    return at('oauth', (fault) => (fault && edgeAnswer(fault)) ?? stateOf(world) ?? accessToken(world, request))
  }
  if (path === 'admin/oauth/authorize')
    return at('browser', (fault) => (fault && edgeAnswer(fault)) ?? authorize(world, request))
  if (path === `admin/apps/${world.platform.app.handle}`) return at('browser', () => openApp(world))
  if (path === 'admin') return at('browser', () => page(world.site.name, '<p>The admin of the shop.</p>'))
  if (path.startsWith('admin/api/')) return at('graphql', () => json({ errors: 'Not Found' }, 404))
  return at('browser', missing)
}

/** Result files need no token; whoever has the link may read. */
function fileTarget(served: Served, token: string): Target {
  for (const shop of served.shops.values()) {
    const file = shop.world.bulk.file(token)
    if (file === undefined) continue
    return {
      area: 'files',
      shop,
      names: [],
      answer: (fault) => {
        const struck = fault && edgeAnswer(fault)
        if (struck) return struck
        if (file === 'expired') {
          const headers = { 'content-type': 'application/xml' }
          return {
            status: 403,
            headers,
            body: "<?xml version='1.0' encoding='UTF-8'?><Error><Code>ExpiredToken</Code></Error>",
          }
        }
        return { status: 200, headers: { 'content-type': 'application/jsonl' }, body: '', file }
      },
    }
  }
  return { area: 'files', shop: undefined, names: [], answer: () => ({ status: 404, headers: {}, body: '' }) }
}

function send(response: ServerResponse, answer: Answer, fault: CallFault | undefined): void {
  if (fault?.kind === 'hang' || response.destroyed) return
  if (fault?.kind === 'drop') {
    response.destroy()
    return
  }
  const isCut = fault?.kind === 'truncated'
  if (answer.file) {
    const { bytes } = answer.file
    response.writeHead(answer.status, { ...answer.headers, 'content-length': String(bytes) })
    const stream = answer.file.read(isCut ? Math.floor(bytes / 2) : bytes)
    stream.on('error', () => response.destroy())
    response.on('close', () => stream.destroy())
    if (isCut) stream.on('end', () => response.destroy())
    stream.pipe(response, { end: !isCut })
    return
  }
  const body = Buffer.from(answer.body, 'utf8')
  response.writeHead(answer.status, { ...answer.headers, 'content-length': String(body.length) })
  if (isCut) response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy())
  else response.end(response.req.method === 'HEAD' ? undefined : body)
}
