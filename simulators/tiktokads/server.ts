import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FakeRequest, page, type Reply, readRequest } from '../web/exchange.ts'
import { answerInstead, deliveryOf } from '../web/faults.ts'
import { note, respond } from '../web/server.ts'
import { listPixels, trackEvents } from './conversions.ts'
import { entityPaths, imageInfo, listEntities, listGmvMaxCampaigns, picture, videoInfo } from './entities.ts'
import type { Fault } from './faults.ts'
import { answerGmvMaxReport, listStores } from './gmv-max.ts'
import { accessToken, listAdvertisers, portal, refreshToken, revokeToken } from './oauth.ts'
import { answerReport } from './report.ts'
import { bodyFields, ok, Refusal, refused, textField, textList } from './responses.ts'
import { cancelTask, checkTask, createTask, downloadTask, taskFile } from './tasks.ts'
import type { World } from './world.ts'

const infoFields =
  'advertiser_id name status currency timezone display_timezone country company industry role create_time balance'.split(
    ' ',
  )
const mostIds = 100

/** One handled request. */
export interface LoggedRequest {
  readonly method: string
  readonly uri: string
  /** The path after the version: `report/integrated/get/`; the whole path outside the API. */
  readonly path: string
  readonly status: number
}

const base = '/open_api/v1.3/'

/** Handles one request. */
export async function serve(
  world: World,
  log: LoggedRequest[],
  { message, response }: { readonly message: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  const request = await readRequest(message)
  const { method, uri } = request
  const path = request.path.startsWith(base) ? request.path.slice(base.length) : request.path
  const text = `${decodeURIComponent(uri)} ${request.body}`
  const fault = path === request.path ? undefined : world.faults.strike({ path, text })
  await respond(response, {
    delivery: deliveryOf(fault),
    broken: page('Something went wrong', '', 500),
    answer: () => withFault(world, fault, () => answerOf(world, { path, request, fault })),
    note: ({ status }) => note(log, { method, uri, path, status }),
  })
}

interface Call {
  readonly path: string
  readonly request: FakeRequest
  readonly fault: Fault | undefined
}

function answerOf(world: World, { path, request, fault }: Call): Reply {
  if (path !== request.path) return answerApi(world, { path, request, fault })
  if (path === '/portal/auth') return portal(world, request)
  if (path.startsWith('/pictures/')) return picture(world, request)
  if (path.startsWith('/files/')) return taskFile(world, path.replace(/^\/files\/|\.csv$/g, ''))
  if (path.startsWith('/open_api/')) return refused(40006)
  return page('Not found', '', 404)
}

function withFault(world: World, fault: Fault | undefined, make: () => Reply): Reply {
  switch (fault?.kind) {
    case 'code':
      return refused(fault.code, fault.message)
    case 'gateway_timeout':
      return page('504 Gateway Time-out', '<hr><center>nginx</center>', 504)
    case 'no_code':
      return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"data":{"list":[]}}' }
    default:
      return answerInstead(fault) ?? settle(world, make)
  }
}

function settle({ state }: World, make: () => Reply): Reply {
  try {
    const result = make()
    if (!state.bareIds || typeof result.body !== 'string') return result
    return { ...result, body: result.body.replaceAll(/"(\d{19})"(?!:)/g, '$1') }
  } catch (error) {
    if (error instanceof Refusal) return refused(error.code, error.message)
    throw error
  }
}

type Route = (world: World, call: Call) => Reply

/** Calls that need no token. */
const open: Readonly<Record<string, Route>> = {
  'POST oauth2/access_token/': (world, { request }) => accessToken(world, request),
  'POST oauth2/refresh_token/': (world, { request }) => refreshToken(world, request),
  'POST oauth2/revoke_token/': (world, { request }) => revokeToken(world, request),
  // Checks tokens itself: those of pixels are valid for nothing else.
  'POST event/track/': (world, { request }) => trackEvents(world, request),
}

/** Calls about the grant as a whole. */
const ofToken: Readonly<Record<string, Route>> = {
  'GET oauth2/advertiser/get/': (world, { request }) => listAdvertisers(world, request),
  'GET advertiser/info/': (world, { request }) => advertiserInfo(world, request),
  'GET user/info/': () => userInfo(),
}

/** Calls about one advertiser. */
const ofAdvertiser: Readonly<Record<string, Route>> = {
  'GET report/integrated/get/': (world, { request, fault }) =>
    answerReport(world, request, {
      totalOff: fault?.kind === 'total_changes' ? 1 : 0,
      rowsOff: fault?.kind === 'row_missing' ? 1 : 0,
    }),
  'GET pixel/list/': (world, { request }) => listPixels(world, request),
  'GET gmv_max/store/list/': (world, { request }) => listStores(world, request),
  'GET gmv_max/report/get/': (world, { request }) => answerGmvMaxReport(world, request),
  'GET gmv_max/campaign/get/': (world, { request }) => listGmvMaxCampaigns(world, request),
  'POST report/task/create/': (world, { request }) => createTask(world, request),
  'GET report/task/check/': (world, { request }) => checkTask(world, request),
  'GET report/task/download/': (world, { request }) => downloadTask(world, request),
  'POST report/task/cancel/': (world, { request }) => cancelTask(world, request),
  'GET file/video/ad/info/': (world, { request }) => videoInfo(world, request),
  'GET file/image/ad/info/': (world, { request }) => imageInfo(world, request),
  ...Object.fromEntries(
    entityPaths.map((path): [string, Route] => [
      `GET ${path}`,
      (world, { request }) => listEntities(world, path, request),
    ]),
  ),
}

function answerApi(world: World, call: Call): Reply {
  const { path, request } = call
  if (!path.endsWith('/')) return { status: 301, headers: { location: `${base}${path}/` }, body: '' }
  const name = `${request.method} ${path}`
  if (open[name]) return open[name](world, call)
  const aboutToken = ofToken[name]
  const route = aboutToken ?? ofAdvertiser[name]
  if (!route) throw new Refusal(40400)
  const token = refuseToken(world, request)
  if (world.state.isSandbox && notInSandbox.has(path)) throw new Refusal(40009)
  world.limits.count(path)
  if (world.state.refusedPaths.has(path)) {
    throw new Refusal(40001, `advertiser does not grant you /${path}:${request.method} permission`)
  }
  if (!aboutToken) refuseAdvertiser(world, advertiserOf(request), token)
  return route(world, call)
}

const notInSandbox: ReadonlySet<string> = new Set(['oauth2/advertiser/get/', 'advertiser/info/'])

function refuseToken({ grants, state }: World, { headers }: FakeRequest): string {
  const token = headers['access-token'] ?? ''
  if (token === '') throw new Refusal(40104)
  const granted = grants.look(token)
  if (granted === 'expired') throw new Refusal(40102, 'Access token has expired.')
  if (granted === undefined) throw new Refusal(40105)
  if (state.appMismatch) throw new Refusal(40000, "The app_id is inconsistent with the token's app information")
  return token
}

function advertiserOf(request: FakeRequest): string {
  if (request.method === 'GET') return request.query.get('advertiser_id') ?? ''
  return textField(bodyFields(request), 'advertiser_id')
}

/** Refuses an advertiser that is gone or that the token gives no access to. */
function refuseAdvertiser(world: World, id: string, token: string): void {
  if (!/^\d+$/.test(id)) throw new Refusal(40002, 'advertiser_id: Field must be integer.')
  if (!world.ads.account(id) || world.stateOf(id).isGone) {
    throw new Refusal(40001, `The advertiser ${id} doesn't exist or has been deleted.`)
  }
  const granted = world.grants.look(token)
  if (!Array.isArray(granted) || !granted.includes(id)) {
    throw new Refusal(40001, `No permission to operate advertiser ${id}.`)
  }
}

function advertiserInfo(world: World, { query, headers }: FakeRequest): Reply {
  if (world.state.infoRefused)
    throw new Refusal(40001, 'advertiser does not grant you /advertiser/info/:GET permission')
  const ids = textList('advertiser_ids', query.get('advertiser_ids'))
  if (ids.length === 0 || ids.length > mostIds) {
    throw new Refusal(40002, `advertiser_ids: Length must be between 1 and ${mostIds}.`)
  }
  const fields = textList('fields', query.get('fields'))
  const wrong = fields.filter((field) => !infoFields.includes(field))
  if (wrong.length > 0) throw new Refusal(40002, `fields: ${wrong.join(', ')} is not supported.`)
  for (const id of ids) refuseAdvertiser(world, id, headers['access-token'] ?? '')
  const list = ids.map((id) => {
    const { currency, zone, status } = world.stateOf(id)
    const all: Readonly<Record<string, unknown>> = {
      advertiser_id: id,
      name: world.ads.account(id)?.name,
      status,
      currency,
      timezone: zone,
      display_timezone: zone,
      country: 'DE',
      company: 'Sandbox GmbH',
      industry: '290601',
      role: 'ROLE_ADVERTISER',
      create_time: 1_600_000_000,
      balance: 120.5,
    }
    return Object.fromEntries(Object.entries(all).filter(([name]) => fields.length === 0 || fields.includes(name)))
  })
  return ok({ list })
}

function userInfo(): Reply {
  return ok({
    core_user_id: '7011223344556677889',
    display_name: 'Sandbox Marketing',
    email: 's***g@shop.example',
    create_time: 1_600_000_000,
  })
}
