import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { openApi } from './api.ts'
import { type ReportQuery, readReport } from './report.ts'
import { readByTask } from './tasks.ts'
import { accounts, type Fixture, smallAds, startFixture } from './testing.ts'

const [first] = accounts
const large = smallAds({ accounts: [first], campaigns: 4, adSetsPerCampaign: 5, adsPerAdSet: 36, withWhole: false })

const query: ReportQuery = {
  account: first,
  level: 'AUCTION_AD',
  metrics: ['spend', 'impressions', 'clicks', 'campaign_id', 'adgroup_id', 'complete_payment'],
  range: { from: parseDay('2026-10-05'), to: parseDay('2026-11-03') },
  time: 'stat_time_day',
}

function sumOf(rows: Awaited<ReturnType<typeof readReport>>['rows']) {
  return rows.reduce((sum, { metrics }) => sum + Number(metrics.spend), 0).toFixed(2)
}

/** The expected figures of these days from the events, independent of the simulator's own. */
function expected() {
  const days = Array.from({ length: 30 }, (_, index) =>
    large.day(first.id, parseDay(new Date(Date.parse('2026-10-05') + index * 86_400_000).toISOString().slice(0, 10))),
  )
  const rows = days.flat()
  return { count: rows.length, spend: (Number(rows.reduce((sum, row) => sum + row.spendMicros, 0n)) / 1e6).toFixed(2) }
}

function pathsOf({ fake }: Fixture) {
  return fake.requests.map(({ path }) => path)
}

describe('a report of more than 20 pages', () => {
  it('comes as a file that TikTok makes meanwhile', async (t) => {
    const time = { polls: 0 }
    const fixture = await startFixture(t, { source: large, taskMs: { queued: 1, running: 1 } })
    fixture.ctx().http.pause = async () => {
      time.polls += 1
      fixture.time.now = new Date(fixture.time.now.getTime() + 1)
    }
    const { rows } = await readReport(openApi(fixture.ctx()), query)
    assert.deepEqual({ count: rows.length, spend: sumOf(rows) }, expected())
    assert.ok(rows.length > 20_000)
    const paths = pathsOf(fixture)
    assert.equal(paths.filter((path) => path === 'report/integrated/get/').length, 1, 'the first page alone')
    assert.ok(paths.filter((path) => path === 'report/task/check/').length > 1, 'it waited')
    assert.deepEqual(
      [rows[0]?.day, /^\d{19}$/.test(rows[0]?.id ?? ''), /^\d{19}$/.test(String(rows[0]?.metrics.adgroup_id))],
      ['2026-10-05', true, true],
    )
  })

  it('is tried with a second file, then page by page, when files fail', async (t) => {
    const fixture = await startFixture(t, { source: large })
    fixture.fake.platform.taskEnds.push('FAILED')
    const once = await readReport(openApi(fixture.ctx()), query)
    assert.equal(sumOf(once.rows), expected().spend)
    assert.equal(pathsOf(fixture).filter((path) => path === 'report/task/create/').length, 2)
    fixture.fake.platform.taskEnds.push('CANCELED', 'FAILED')
    const pages = pathsOf(fixture).length
    const again = await readReport(openApi(fixture.ctx()), query)
    assert.equal(sumOf(again.rows), expected().spend)
    assert.ok(pathsOf(fixture).length > pages + 20)
  })

  it('is read page by page where the file repeats rows, so that others are missing', async (t) => {
    const fixture = await startFixture(t, { source: large })
    fixture.fake.platform.fileRepeats = 3
    const { rows } = await readReport(openApi(fixture.ctx()), query)
    assert.deepEqual({ count: rows.length, spend: sumOf(rows) }, expected())
  })

  it('is read page by page where files are not permitted', async (t) => {
    const fixture = await startFixture(t, { source: large })
    fixture.fake.platform.refusedPaths.add('report/task/create/')
    const { rows } = await readReport(openApi(fixture.ctx()), query)
    assert.deepEqual({ count: rows.length, spend: sumOf(rows) }, expected())
  })
})

describe('a file', () => {
  const fields = {
    advertiser_id: first.id,
    report_type: 'BASIC',
    data_level: 'AUCTION_CAMPAIGN',
    dimensions: ['campaign_id', 'stat_time_day'],
    metrics: ['spend', 'campaign_name'],
    start_date: '2026-11-01',
    end_date: '2026-11-02',
  }

  it('is not believed when its headings are words of another language', async (t) => {
    const fixture = await startFixture(t, { source: large })
    const api = openApi(fixture.ctx())
    const http = fixture.ctx().http
    const request = http.request.bind(http)
    const translating = {
      ...http,
      request: async (asked: Parameters<typeof request>[0]) => {
        const response = await request(asked)
        const text = Buffer.from(response.body)
          .toString('utf8')
          .replace(/^campaign_id,/, 'Kampagnen-ID,')
        return { ...response, body: Buffer.from(text) }
      },
    }
    assert.equal((await readByTask(api, { account: first, fields }))?.length, 8)
    assert.equal(await readByTask(openApi(fixture.ctx({ http: translating })), { account: first, fields }), undefined)
  })
})
