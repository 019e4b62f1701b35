import type { FakeAdAccount } from '../ads/world.ts'
import type { Reply } from '../web/exchange.ts'
import { listDatasets, receiveEvents } from './conversions.ts'
import { findCreative, unknownAlias } from './creatives.ts'
import { type EntityKind, listEntities } from './entities.ts'
import type { Area, Call } from './faults.ts'
import type { Query } from './insights-query.ts'
import { readInsights, readRun, readRunRows, startRun } from './insights-routes.ts'
import { pageOptions, toPage } from './paging.ts'
import {
  badParameter,
  deadToken,
  type FakeRequest,
  GraphError,
  json,
  lacksPermission,
  unknownObject,
} from './responses.ts'
import { type FakeToken, proofOf } from './tokens.ts'
import type { SignedIn, World } from './world.ts'

const versions = ['v24.0', 'v25.0', 'v26.0', '']
const lists: readonly EntityKind[] = ['campaigns', 'adsets', 'ads']

/** What a call is about, before checking whether it is permitted. */
export function callOf(world: World, { path, method, params }: FakeRequest): Call {
  const [first = '', second = ''] = path
  const level = params.get('level') ?? ''
  const run = world.runs.find(first)
  if (run)
    return { area: second === 'insights' ? 'run_rows' : 'run_poll', accountId: run.accountId, level: run.query.level }
  const accountId = first.startsWith('act_') ? first.slice(4) : ''
  return { area: areaOf(path, method), accountId, level: level || levelOf(second) }
}

function levelOf(list: string): string {
  return { campaigns: 'campaign', adsets: 'adset', ads: 'ad' }[list] ?? ''
}

/** By the first part of a path, where that alone decides. */
const areasOfRoots = new Map<string, Area>([
  ['oauth', 'token'],
  ['debug_token', 'token'],
  ['pictures', 'picture'],
])
/** By the queried edge. */
const areasOfEdges = new Map<string, Area>([
  ['events', 'conversions'],
  ['adspixels', 'conversions'],
  ...lists.map((list) => [list, 'entities'] as const),
])

function areaOf([first = '', second = '']: readonly string[], method: string): Area {
  const root = areasOfRoots.get(first)
  if (root) return root
  if (first === 'me') return second === 'adaccounts' ? 'accounts' : 'me'
  if (second === 'insights') return method === 'POST' ? 'run_start' : 'insights'
  return areasOfEdges.get(second) ?? (first.startsWith('act_') ? 'account' : 'creatives')
}

/** Handles a call that requires a token. */
export function answerApi(world: World, request: FakeRequest): Reply {
  if (!versions.includes(request.version)) {
    throw new GraphError(2_635, {
      message: `(#2635) You are calling a deprecated version of the Ads API. Please update to the latest version: v26.0.`,
    })
  }
  const at: SignedIn = { world, request, token: signedIn(world, request) }
  const [first = '', second = ''] = request.path
  if (first === 'me') return answerMe(at, second)
  if (first === '') return answerMany(at)
  const run = world.runs.find(first)
  if (run) {
    const account = accountOf(at, run.accountId)
    if (request.method === 'DELETE') run.isCancelled = true
    else if (second !== 'insights') return readRun(at, run)
    else return readRunRows(at, run, account)
    return json({ success: true })
  }
  if (first.startsWith('act_')) return answerAccount(at, first.slice(4), second)
  if (second === 'events' && request.method === 'POST') return receiveEvents(at, first)
  return answerThing(at, first, second)
}

function signedIn({ settings, tokens }: World, { headers, params }: FakeRequest): FakeToken {
  const text = (headers['authorization'] ?? '').replace(/^Bearer /, '') || params.get('access_token') || ''
  if (text === '')
    throw new GraphError(104, { message: '(#104) An access token is required to request this resource.', status: 401 })
  const token = tokens.find(text)
  if (token === undefined) throw deadToken(0)
  const death = tokens.deathOf(token)
  if (death !== null) throw deadToken(death)
  const proof = params.get('appsecret_proof')
  if (proof === null && settings.app.requireProof && token.appId === settings.app.appId) {
    throw badParameter('API calls from the server require an appsecret_proof argument')
  }
  if (proof !== null && proof !== proofOf(text, token.appSecret)) {
    throw badParameter('Invalid appsecret_proof provided in the API argument')
  }
  return token
}

function answerMe(at: SignedIn, edge: string): Reply {
  const { token, request } = at
  if (edge === '') return json({ id: token.person.id, name: token.person.name })
  if (edge === 'permissions') {
    if (request.method === 'DELETE') {
      at.world.tokens.kill(458, token.token)
      return json({ success: true })
    }
    const data = [
      ...token.scopes.map((permission) => ({ permission, status: 'granted' })),
      ...token.declined.map((permission) => ({ permission, status: 'declined' })),
    ]
    return json({ data })
  }
  if (edge === 'adaccounts') return listAccounts(at)
  throw unknownObject(`me/${edge}`)
}

function listAccounts(at: SignedIn): Reply {
  const { world, request, token } = at
  mayReadAds(at)
  const fields = request.params.get('fields') ?? 'id,account_id'
  if (/\bbusiness\b/.test(fields) && !token.scopes.includes('business_management')) {
    throw lacksPermission('Requires business_management permission to manage the object')
  }
  const shared = world.ads.source.accounts.filter(({ id }) => token.accounts === null || token.accounts.includes(id))
  const key = `adaccounts ${token.person.id}`
  const rows = shared.map((account) => toAccount(world, account))
  return json(toPage(rows, pageOptions(request, key), { request, key, url: world.url, token: token.token }))
}

const statusNumbers = { active: 1, limited: 3, closed: 101 } as const

function toAccount(world: World, account: FakeAdAccount): Record<string, unknown> {
  const isLost = world.withdrawn.has(account.id)
  return {
    id: `act_${account.id}`,
    account_id: account.id,
    name: account.name,
    currency: account.currency,
    timezone_name: account.zone,
    timezone_id: 47,
    account_status: statusNumbers[account.status],
    disable_reason: 0,
    age: 900.5,
    amount_spent: '123456',
    user_tasks: isLost ? [] : ['ANALYZE', 'ADVERTISE'],
  }
}

/** Data calls fail once the person has not come for 90 days, though the token is valid. */
function mayReadAds({ world, token }: SignedIn): void {
  const now = world.settings.now().getTime()
  if (token.dataAccessUntil !== null && token.dataAccessUntil <= now) {
    throw lacksPermission('Application does not have permission for this action: data access has expired', 10)
  }
  if (!token.scopes.includes('ads_read')) {
    throw lacksPermission('Ad account owner has NOT grant ads_management or ads_read permission')
  }
}

function accountOf(at: SignedIn, id: string): FakeAdAccount {
  const { world, token } = at
  mayReadAds(at)
  const account = world.ads.account(id)
  if (account === undefined) throw unknownObject(`act_${id}`)
  const isShared = token.accounts === null || token.accounts.includes(id)
  if (!isShared || world.withdrawn.has(id)) {
    throw lacksPermission('Ad account owner has NOT grant ads_management or ads_read permission')
  }
  if (!world.usage.count(id)) {
    const minutes = world.usage.minutesLeft(id)
    throw new GraphError(80_000, {
      subcode: 2_446_079,
      message: '(#80000) There have been too many calls from this ad-account. Wait a bit and try again.',
      title: 'Ad account has too many API calls',
      isTransient: true,
      headers: world.usage.headers(id, { percent: 100, minutes }),
    })
  }
  return account
}

function answerAccount(at: SignedIn, id: string, edge: string): Reply {
  const account = accountOf(at, id)
  const { world } = at
  if (edge === '') return json(toAccount(world, account), 200, world.usage.headers(id))
  if (edge === 'insights') return insights(at, account, null)
  if (edge === 'adspixels') return listDatasets(at, account)
  const list = lists.find((one) => one === edge)
  if (list) return listEntities(at, account, list)
  throw unknownObject(`act_${id}/${edge}`)
}

function insights(at: SignedIn, account: FakeAdAccount, place: Query['place']): Reply {
  return at.request.method === 'POST' ? startRun(at, account, place) : readInsights(at, account, place)
}

/** A creative, or insights of one campaign, ad set or ad. */
function answerThing(at: SignedIn, id: string, edge: string): Reply {
  mayReadAds(at)
  const { world } = at
  for (const account of world.ads.source.accounts) {
    const level = levelIn(world, account, id)
    if (level !== undefined && edge === 'insights') return insights(at, accountOf(at, account.id), { level, id })
  }
  const creative = edge === '' ? findCreative(world, id) : undefined
  if (creative === undefined) throw unknownObject(id)
  return json(creative)
}

function levelIn({ ads }: World, account: FakeAdAccount, id: string): 'campaign' | 'adset' | 'ad' | undefined {
  const things = ads.things(account.id)
  if (things.campaigns.has(id)) return 'campaign'
  if (things.adSets.has(id)) return 'adset'
  return things.ads.has(id) ? 'ad' : undefined
}

function answerMany(at: SignedIn): Reply {
  mayReadAds(at)
  const ids = (at.request.params.get('ids') ?? '').split(',').filter((id) => id !== '')
  if (ids.length === 0) throw badParameter('The parameter ids is required')
  if (ids.length > 50) throw badParameter('Too many ids. Maximum: 50')
  const found = ids.map((id) => [id, findCreative(at.world, id)] as const)
  const missing = found.filter(([, creative]) => creative === undefined).map(([id]) => id)
  if (missing.length > 0) throw unknownAlias(missing)
  return json(Object.fromEntries(found))
}
