import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { sampleAds } from '../ads/sample-ads.ts'
import { startTikTokAdsFake, type TikTokAdsFakeOptions } from './index.ts'

const advertiser = '7001234567890123456'
const source = sampleAds({
  seed: 3,
  idDigits: 19,
  accounts: [{ id: advertiser, name: 'Socks', currency: 'EUR', zone: 'Etc/GMT+8', status: 'active' }],
  campaigns: 7,
  adSetsPerCampaign: 1,
  adsPerAdSet: 2,
  startsOn: parseDay('2026-10-01'),
  withWhole: true,
})

interface Envelope {
  readonly code: number
  readonly message: string
  readonly data: {
    readonly list?: readonly {
      readonly dimensions: Readonly<Record<string, string>>
      readonly metrics: Readonly<Record<string, string>>
    }[]
    readonly page_info?: Readonly<Record<string, number>>
    readonly task_id?: string
    readonly status?: string
    readonly download_url?: string
  }
}

/** A platform at noon in UTC, and questions to it as a stranger would send them. */
async function start(t: TestContext, options: Partial<TikTokAdsFakeOptions> = {}) {
  const time = { now: new Date('2026-11-21T12:00:00Z') }
  const fake = await startTikTokAdsFake({ source, now: () => time.now, ...options })
  t.after(async () => await fake.stop())
  const token = fake.grant()
  const headers = { 'access-token': token, 'content-type': 'application/json' }
  const read = async (response: Response): Promise<Envelope> => {
    assert.equal(response.status, 200, 'errors have status 200 as well')
    const body: Envelope = JSON.parse(await response.text())
    return body
  }
  const address = (path: string) => `${fake.url}/open_api/v1.3/${path}`
  const get = async (path: string, query: Record<string, string> = {}) =>
    await read(
      await fetch(`${address(path)}?${new URLSearchParams({ advertiser_id: advertiser, ...query })}`, { headers }),
    )
  const post = async (path: string, body: object) =>
    await read(await fetch(address(path), { method: 'POST', headers, body: JSON.stringify(body) }))
  return { fake, time, get, post }
}

const basic = {
  report_type: 'BASIC',
  data_level: 'AUCTION_CAMPAIGN',
  dimensions: '["campaign_id","stat_time_day"]',
  metrics: '["spend","impressions","clicks"]',
  start_date: '2026-11-01',
  end_date: '2026-11-20',
  page_size: '1000',
}
const path = 'report/integrated/get/'

describe('reports of the simulated TikTok', () => {
  const wrong: Readonly<Record<string, readonly [Record<string, string>, RegExp]>> = {
    'more than 30 days': [{ start_date: '2026-10-01' }, /date range cannot be greater than 30 days/],
    'more than a day by the hour': [{ dimensions: '["campaign_id","stat_time_hour"]' }, /greater than 1 day/],
    'a beginning before 2012': [{ start_date: '2011-01-01', end_date: '2011-01-02' }, /2012/],
    'a page of 1,001': [{ page_size: '1001' }, /page_size/],
    'metrics that do not exist': [
      { metrics: '["spend","total_complete_payment_value"]' },
      /\['total_complete_payment_value'\]/,
    ],
    'metrics of the advertiser alone': [{ metrics: '["spend","cash_spend"]' }, /\['cash_spend'\]/],
    'metrics of ads at campaigns': [{ metrics: '["ad_name","spend"]' }, /\['ad_name'\]/],
    'an id of another level': [{ dimensions: '["ad_id","stat_time_day"]' }, /dimensions/],
    'lists that are not JSON': [{ metrics: 'spend,clicks' }, /metrics/],
    'filters whose value is not JSON in text': [
      { filtering: '[{"field_name":"campaign_ids","filter_type":"IN","filter_value":["1"]}]' },
      /filter_value must be a string/,
    ],
    'filters of a level below': [
      { filtering: '[{"field_name":"ad_status","filter_type":"IN","filter_value":"[\\"STATUS_ALL\\"]"}]' },
      /ad_status/,
    ],
    'a whole life with days': [{ query_lifetime: 'true' }, /query_lifetime/],
    'reach in reports about audiences': [
      { report_type: 'AUDIENCE', dimensions: '["campaign_id","age"]', metrics: '["spend","reach"]' },
      /\['reach'\]/,
    ],
  }
  for (const [what, [query, words]] of Object.entries(wrong)) {
    it(`refuse ${what} as TikTok does`, async (t) => {
      const { get } = await start(t)
      const { code, message } = await get(path, { ...basic, ...query })
      assert.equal(code, 40_002)
      assert.match(message, words)
    })
  }

  it('leave out what was deleted unless it is asked for, and GMV Max always', async (t) => {
    const { get } = await start(t)
    const ids = async (filtering?: string) => {
      const { data } = await get(path, { ...basic, ...(filtering ? { filtering } : {}) })
      return new Set(data.list?.map(({ dimensions }) => dimensions['campaign_id']))
    }
    const all = '[{"field_name":"campaign_status","filter_type":"IN","filter_value":"[\\"STATUS_ALL\\"]"}]'
    const campaigns = source.accounts[0]?.campaigns ?? []
    const some = (keep: (campaign: (typeof campaigns)[number]) => boolean) =>
      new Set(campaigns.filter((one) => one.kind !== 'whole' && keep(one)).map(({ id }) => id))
    assert.deepEqual(
      await ids(),
      some(({ status }) => status !== 'removed'),
    )
    assert.deepEqual(
      await ids(all),
      some(() => true),
    )
    const one = campaigns[0]?.id ?? ''
    const filter = JSON.stringify([
      { field_name: 'campaign_ids', filter_type: 'IN', filter_value: JSON.stringify([one]) },
    ])
    assert.deepEqual(await ids(filter), new Set([one]))
  })

  it('give figures as text, ten rows a page by default, and say what a metric lacks with a dash', async (t) => {
    const { get } = await start(t)
    const { page_size: _size, ...usual } = basic
    const metrics = '["spend","impressions","average_video_play","currency"]'
    const { data } = await get(path, { ...usual, metrics })
    assert.equal(data.list?.length, 10)
    assert.deepEqual(data.page_info, { page: 1, page_size: 10, total_number: 100, total_page: 10 })
    assert.match(data.list?.[0]?.metrics['spend'] ?? '', /^\d+\.\d\d$/)
    assert.deepEqual([data.list?.[0]?.metrics['average_video_play'], data.list?.[0]?.metrics['currency']], ['-', 'EUR'])
    assert.equal(data.list?.[0]?.dimensions['stat_time_day'], '2026-11-01 00:00:00')
  })

  it('end with the present hour of a clock that is eight hours behind', async (t) => {
    const { get, time } = await start(t)
    time.now = new Date('2026-11-21T07:59:00Z')
    const query = { ...basic, start_date: '2026-11-20', end_date: '2026-11-21' }
    const days = (await get(path, query)).data.list?.map(({ dimensions }) => dimensions['stat_time_day'])
    assert.deepEqual([...new Set(days)], ['2026-11-20 00:00:00'])
  })
})

describe('GMV Max of the simulated TikTok', () => {
  it('is told by its own report, by store, and leaves out the list where there is nothing', async (t) => {
    const { get } = await start(t)
    const query = {
      store_ids: JSON.stringify([`7494${advertiser.slice(-15)}`]),
      dimensions: '["campaign_id","stat_time_day"]',
      metrics: '["cost","orders","gross_revenue","roi"]',
      start_date: '2026-11-01',
      end_date: '2026-11-20',
      page_size: '1000',
    }
    assert.equal((await get('gmv_max/report/get/', query)).data.list?.length, 20)
    const nothing = await get('gmv_max/report/get/', { ...query, start_date: '2026-01-01', end_date: '2026-01-02' })
    assert.deepEqual([nothing.code, nothing.data.list], [0, undefined])
    assert.equal((await get('gmv_max/report/get/', { ...query, store_ids: '["1"]' })).code, 40_001)
  })
})

describe('asynchronous reports of the simulated TikTok', () => {
  const body = {
    advertiser_id: advertiser,
    report_type: 'BASIC',
    data_level: 'AUCTION_CAMPAIGN',
    dimensions: ['campaign_id', 'stat_time_day'],
    metrics: ['spend', 'campaign_name'],
    start_date: '2026-11-01',
    end_date: '2026-11-02',
  }

  it('wait, run and end, well or not, and are refused before they are ready', async (t) => {
    const { get, post, time, fake } = await start(t, { taskMs: { queued: 60_000, running: 60_000 } })
    const { data } = await post('report/task/create/', { ...body, output_format: 'CSV_DOWNLOAD' })
    const task = { task_id: data.task_id ?? '' }
    const status = async () => (await get('report/task/check/', task)).data.status
    assert.match((await status()) ?? '', /^QUEUE?ING$/)
    assert.equal((await get('report/task/download/', task)).code, 40_201)
    time.now = new Date(time.now.getTime() + 60_000)
    assert.equal(await status(), 'PROCESSING')
    time.now = new Date(time.now.getTime() + 60_000)
    assert.equal(await status(), 'SUCCESS')
    const link = (await get('report/task/download/', task)).data.download_url ?? ''
    const text = await (await fetch(link)).text()
    assert.match(text, /^Campaign ID,By Day,Cost,campaign_name\r\n/, 'headings in words')
    fake.platform.taskEnds.push('FAILED')
    const failed = { task_id: (await post('report/task/create/', body)).data.task_id ?? '' }
    time.now = new Date(time.now.getTime() + 120_000)
    assert.equal((await get('report/task/download/', failed)).code, 40_200)
    const other = (await post('report/task/create/', body)).data.task_id
    await post('report/task/cancel/', { advertiser_id: advertiser, task_id: other })
    assert.equal((await get('report/task/check/', { task_id: other ?? '' })).data.status, 'CANCELED')
  })
})

describe('limits of the simulated TikTok', () => {
  it('hold by the second, the minute and the day, each with its own code', async (t) => {
    const { get, time } = await start(t, { limits: { perSecond: 2, perMinute: 4, perDay: 6 } })
    const ask = async () => (await get('user/info/')).code
    const later = (ms: number) => {
      time.now = new Date(time.now.getTime() + ms)
    }
    assert.deepEqual([await ask(), await ask(), await ask()], [0, 0, 40_100])
    later(1_000)
    assert.deepEqual([await ask(), await ask()], [0, 40_132])
    later(60_000)
    assert.equal(await ask(), 40_132, 'blocked for five minutes')
    later(300_000)
    assert.deepEqual([await ask(), await ask()], [0, 40_133])
    later(24 * 3_600_000)
    assert.equal(await ask(), 0)
  })
})

describe('the edge of the simulated TikTok', () => {
  it('sends a path without its closing slash elsewhere, and refuses calls without a token', async (t) => {
    const { fake } = await start(t)
    const response = await fetch(`${fake.url}/open_api/v1.3/user/info`, { redirect: 'manual' })
    assert.deepEqual([response.status, response.headers.get('location')], [301, '/open_api/v1.3/user/info/'])
    const bare: Envelope = JSON.parse(await (await fetch(`${fake.url}/open_api/v1.3/user/info/`)).text())
    assert.equal(bare.code, 40_104)
    const other = await fetch(`${fake.url}/open_api/v1.3/no/such/`, { headers: { 'access-token': 'x' } })
    const body: Envelope = JSON.parse(await other.text())
    assert.equal(body.code, 40_400)
  })
})
