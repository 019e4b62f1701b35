// A small ad platform without HTTP, and a shop that can connect to it, for tests of ad account handling.
import { randomUUID } from 'node:crypto'
import { printFixed } from '@tillsight/core'
import { addDays, type Day, dayOf, parseDay, startOfDay } from '@tillsight/core/days'
import {
  type AdAccount,
  type AdAccountProblem,
  type AdDayRecord,
  type AdRecord,
  type AdRow,
  type Checkpoint,
  type Connector,
  type ConnectorContext,
  ConnectorError,
  type Page,
  type Stream,
} from '@tillsight/platforms/connectors'
import { connectWithKeys } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { openTestShop, type TestShop, type TestShopOptions, type TestStores } from '../sync/testing.ts'

/** State of the platform that a test can change while it is read. */
export interface TinyPlatform {
  accounts: AdAccount[]
  /** Accounts that respond with a problem, by id. */
  readonly problems: Map<string, AdAccountProblem>
  /** Added to the spend of each row, in whole units, to simulate restatements. */
  restated: number
  /** Errors thrown in the middle of the next windows, one per window; undefined lets one succeed. */
  readonly faults: (Error | undefined)[]
  /** Whether every sign-in is refused. */
  tokenIsDead: boolean
  /** Accounts and days that were requested. */
  readonly asked: string[]
  readonly reach: Map<string, number>
  pictureUrl: string
  revoked: number
  /** Id of the person who signs in. */
  person: string
}

/** Days of history that the platform keeps. */
export const tinyHistory = 40
const windowDays = 10
const currentDays = 3

/** An account on the platform. */
export function tinyAccount(id: string, change: Partial<AdAccount> = {}): AdAccount {
  return {
    id,
    name: `Account ${id}`,
    currency: 'EUR',
    zone: 'Europe/Berlin',
    status: 'active',
    statusText: 'ACTIVE',
    readable: true,
    note: null,
    via: null,
    ...change,
  }
}

/** The platform with these accounts. */
export function tinyPlatform(accounts: AdAccount[]): TinyPlatform {
  return {
    accounts,
    problems: new Map(),
    restated: 0,
    faults: [],
    tokenIsDead: false,
    asked: [],
    reach: new Map(),
    pictureUrl: '',
    revoked: 0,
    person: randomUUID(),
  }
}

/** A connector for the platform, under the id of the real one it stands in for. */
export function tinyConnector(platform: TinyPlatform, id = 'tinyads'): Connector {
  const days: Stream<AdRecord> = {
    id: 'ad_days',
    label: 'Daily figures',
    settlesAfterDays: 28,
    everyMinutes: { withWebhooks: 60, without: 60 },
    backfill: (ctx, from) => readHistory(platform, ctx, from),
    increment: (ctx) => readCurrent(platform, ctx),
  }
  const entities: Stream<AdRecord> = {
    id: 'ad_entities',
    label: 'Campaigns and ads',
    settlesAfterDays: 0,
    everyMinutes: { withWebhooks: 60, without: 60 },
    backfill: (ctx) => readEntities(platform, ctx),
    increment: (ctx) => readEntities(platform, ctx),
  }
  return {
    id,
    kind: 'ads',
    label: 'Tiny Ads',
    description: 'A small platform.',
    apiVersion: { name: '1', documentation: 'https://tiny.example/' },
    connect: {
      fields: [{ key: 'token', label: 'Token', help: '', type: 'password', secret: true, required: true }],
    },
    streams: [days, entities],
    ads: {
      async listAccounts() {
        assertAlive(platform)
        return platform.accounts
      },
      managerUrl: ({ accountId }) => `https://tiny.example/${accountId}`,
      async reach(_ctx, { accountId, level, range }) {
        platform.asked.push(`reach ${accountId} ${level} ${range.from} ${range.to}`)
        const told = platform.reach.get(`${range.from} ${range.to}`)
        return new Map(told === undefined ? [] : [[level === 'account' ? accountId : 'c1', told]])
      },
      async pictureOf() {
        return platform.pictureUrl
      },
      async revoke() {
        platform.revoked += 1
      },
    },
    async check() {
      assertAlive(platform)
      const [first] = platform.accounts
      return {
        id: platform.person,
        name: 'Jane Doe',
        currency: first?.currency ?? 'EUR',
        zone: first?.zone ?? 'UTC',
        country: null,
        version: null,
        discovered: {},
        warnings: [],
      }
    },
  }
}

function assertAlive({ tokenIsDead }: TinyPlatform): void {
  if (tokenIsDead) throw new ConnectorError({ kind: 'reauth', message: 'The password was changed. Reconnect.' })
}

async function* readHistory(
  platform: TinyPlatform,
  ctx: ConnectorContext,
  from: Checkpoint | null,
): AsyncGenerator<Page<AdRecord>> {
  const today = dayOf(ctx.clock.now(), 'UTC')
  const oldest = addDays(today, -tinyHistory)
  const accounts = ctx.accounts ?? []
  let until = typeof from?.['until'] === 'string' ? parseDay(from['until']) : today
  let done = typeof from?.['done'] === 'number' ? from['done'] : 0
  while (until >= oldest) {
    const since = addDays(until, 1 - windowDays) < oldest ? oldest : addDays(until, 1 - windowDays)
    const records = readDays(platform, ctx, { since, until })
    done += records.filter(({ type }) => type === 'ad_day').length
    until = addDays(since, -1)
    yield {
      records,
      checkpoint: { until, done },
      progress: { done, total: (tinyHistory + 1) * accounts.length },
      completeSince: startOfDay(since, 'UTC').toISOString(),
      warnings: [],
    }
  }
}

async function* readCurrent(platform: TinyPlatform, ctx: ConnectorContext): AsyncGenerator<Page<AdRecord>> {
  const today = dayOf(ctx.clock.now(), 'UTC')
  const records = readDays(platform, ctx, { since: addDays(today, 1 - currentDays), until: today })
  yield {
    records,
    checkpoint: {},
    progress: { done: records.length, total: records.length },
    syncedThrough: ctx.clock.now().toISOString(),
    warnings: [],
  }
}

function readDays(
  platform: TinyPlatform,
  ctx: ConnectorContext,
  { since, until }: { since: Day; until: Day },
): AdRecord[] {
  assertAlive(platform)
  const records: AdRecord[] = []
  for (const account of ctx.accounts ?? []) {
    const now = platform.accounts.find(({ id }) => id === account.id) ?? account
    const problem = platform.problems.get(account.id) ?? null
    const seenAt = ctx.clock.now().toISOString()
    records.push({
      type: 'ad_account',
      account: now,
      problem,
      clickWindowDays: 7,
      viewWindowDays: 1,
      conversionsAre: 'purchases',
      seenAt,
    })
    if (problem) continue
    for (let day = until; day >= since; day = addDays(day, -1)) {
      platform.asked.push(`${account.id} ${day}`)
      records.push(tinyDay(now, day, { restated: platform.restated, fetchedAt: ctx.clock.now().toISOString() }))
    }
    const fault = platform.faults.shift()
    if (fault) throw fault
  }
  return records
}

/** The platform's rows for a day: three ads, a campaign as a whole, and account totals above all of them. */
export function tinyDay(
  { id, currency, zone }: Pick<AdAccount, 'id' | 'currency' | 'zone'>,
  day: Day,
  { restated, fetchedAt }: { readonly restated: number; readonly fetchedAt: string },
): AdDayRecord {
  const seed = Buffer.from(`${id} ${day}`).reduce((sum, byte) => (sum * 31 + byte) % 997, 7)
  const ads = [1, 2, 3].map((ad) =>
    rowOf('ad', ['c1', 's1', `a${ad}`], { units: (seed % 50) * ad + restated, reach: 100 * ad }),
  )
  const whole = rowOf('campaign', ['c2'], { units: seed % 30 })
  const total = ads.reduce((sum, { spend }) => sum + Number(spend), 0) + Number(whole.spend) + 1.5
  return {
    type: 'ad_day',
    accountId: id,
    day,
    currency,
    zone,
    attribution: '7d_click',
    fetchedAt,
    rows: [
      ...ads,
      whole,
      { ...rowOf('account', [], { units: 0, reach: 1000 }), ...totalsOf([...ads, whole]), spend: total.toFixed(2) },
    ],
  }
}

function totalsOf(rows: readonly AdRow[]): Pick<AdRow, 'impressions' | 'clicks' | 'linkClicks'> {
  const sum = (field: 'impressions' | 'clicks' | 'linkClicks') => rows.reduce((all, row) => all + row[field], 0)
  return { impressions: sum('impressions'), clicks: sum('clicks'), linkClicks: sum('linkClicks') }
}

function rowOf(
  level: AdRow['level'],
  [campaignId = '', adSetId = '', adId = '']: readonly string[],
  { units, reach = null }: { readonly units: number; readonly reach?: number | null },
): AdRow {
  return {
    level,
    campaignId,
    adSetId,
    adId,
    spend: printFixed(BigInt(units) * 1_000_000n, 6),
    impressions: units * 100,
    clicks: units * 2,
    linkClicks: units,
    views: 0,
    purchases: '0',
    value: '0',
    reach,
    claims: {},
  }
}

async function* readEntities(platform: TinyPlatform, ctx: ConnectorContext): AsyncGenerator<Page<AdRecord>> {
  assertAlive(platform)
  const records = (ctx.accounts ?? []).flatMap(({ id }) => entitiesOf(id, ctx.clock.now().toISOString(), platform))
  yield { records, checkpoint: {}, progress: { done: records.length, total: null }, warnings: [] }
}

function entitiesOf(accountId: string, seenAt: string, { pictureUrl }: TinyPlatform): AdRecord[] {
  const common = {
    type: 'ad_entity',
    accountId,
    campaignId: 'c1',
    status: 'active',
    statusText: 'ACTIVE',
    kind: 'Sales',
    budget: null,
    startsOn: null,
    endsOn: null,
    landingUrl: null,
    urlTags: null,
    seenAt,
  } as const
  const imageUrl = pictureUrl === '' ? null : pictureUrl
  return [
    { ...common, level: 'campaign', id: 'c1', adSetId: '', name: 'Socks', creative: null },
    { ...common, level: 'ad_set', id: 's1', adSetId: 's1', name: 'Everybody', creative: null },
    {
      ...common,
      level: 'ad',
      id: 'a1',
      adSetId: 's1',
      name: 'Red socks',
      creative: { id: 'cr1', title: 'Socks', text: 'Warm', imageUrl, isVideo: false },
    },
  ]
}

/** Opens a shop that can connect the platform. */
export async function openTinyShop(
  stores: TestStores,
  platform: TinyPlatform,
  options: TestShopOptions = {},
): Promise<TestShop> {
  const shop = await openTestShop(stores, options)
  const own = shop.services.connections
  const connections = { ...own, connectors: [...own.connectors, tinyConnector(platform)] }
  return { ...shop, ctx: { ...shop.ctx, services: connections }, services: { ...shop.services, connections } }
}

/** Connects the platform with a token. */
export async function connectTiny({ ctx }: TestShop) {
  return await run(connectWithKeys, ctx, { connector: 'tinyads', values: { token: 'tiny' } })
}
