import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it, type TestContext } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { z } from 'zod'
import { sampleAds } from '../ads/sample-ads.ts'
import { type MetaAdsFake, type MetaAdsFakeOptions, startMetaAdsFake } from './index.ts'

const Body = z.looseObject({
  data: z.array(z.looseObject({})).optional(),
  paging: z
    .looseObject({ next: z.string().optional(), cursors: z.looseObject({ after: z.string() }).optional() })
    .optional(),
  error: z
    .looseObject({ code: z.number(), error_subcode: z.number().optional(), message: z.string(), type: z.string() })
    .optional(),
})

const source = sampleAds({
  seed: 3,
  idDigits: 19,
  accounts: [{ id: '1234', name: 'Main', currency: 'EUR', zone: 'Europe/Berlin', status: 'active' }],
  campaigns: 8,
  adSetsPerCampaign: 2,
  adsPerAdSet: 2,
  startsOn: parseDay('2026-09-01'),
  withWhole: true,
})

async function start(t: TestContext, options: Partial<MetaAdsFakeOptions> = {}) {
  const fake = await startMetaAdsFake({
    source,
    now: () => new Date('2026-11-21T11:00:00Z'),
    runPolls: 0,
    ...options,
  })
  t.after(async () => await fake.stop())
  return fake
}

type Params = Readonly<Record<string, string>>

async function ask(
  fake: MetaAdsFake,
  path: string,
  { token = fake.grant(), ...params }: Params & { readonly token?: string } = {},
) {
  const proof = createHmac('sha256', fake.app.appSecret).update(token).digest('hex')
  const query = new URLSearchParams({ appsecret_proof: proof, ...params })
  const response = await fetch(`${fake.graphUrl}/v26.0/${path}?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.status, headers: response.headers, ...Body.parse(await response.json()) }
}

const october = { time_range: '{"since":"2026-10-01","until":"2026-10-07"}', time_increment: '1', limit: '500' }
const everything = '[{"field":"campaign.effective_status","operator":"IN","value":["ACTIVE","PAUSED","DELETED"]}]'

describe('the simulated insights', () => {
  it('show deleted campaigns only to those who ask for them, and the account’s total contains them', async (t) => {
    const fake = await start(t)
    const read = async (params: Readonly<Record<string, string>>) =>
      (await ask(fake, 'act_1234/insights', { ...october, fields: 'campaign_id,spend', ...params })).data ?? []
    const cents = (rows: readonly Readonly<Record<string, unknown>>[]) =>
      rows.reduce((sum, { spend }) => sum + Math.round(Number(spend) * 100), 0)
    const account = await read({ level: 'account' })
    const hidden = await read({ level: 'campaign' })
    const all = await read({ level: 'campaign', filtering: everything })
    assert.equal(cents(all), cents(account))
    assert.ok(cents(hidden) < cents(account))
  })

  it('send text for figures, leave out what is zero, and page by 25 unless told otherwise', async (t) => {
    const fake = await start(t)
    const { limit: _, ...rest } = october
    const { data = [], paging } = await ask(fake, 'act_1234/insights', {
      ...rest,
      level: 'ad',
      fields: 'spend,actions',
    })
    assert.equal(data.length, 25)
    assert.ok(data.every((row) => typeof row.spend === 'string'))
    assert.match(paging?.next ?? '', /access_token=EAA/)
  })

  it('name a next page after the last full one, and it is empty', async (t) => {
    const fake = await start(t)
    const params = { ...october, level: 'account', fields: 'spend', limit: '7' }
    const first = await ask(fake, 'act_1234/insights', params)
    assert.equal(first.data?.length, 7)
    assert.ok(first.paging?.next)
    const second = await ask(fake, 'act_1234/insights', { ...params, after: first.paging?.cursors?.after ?? '' })
    assert.deepEqual(second.data, [])
    assert.ok(second.paging?.next)
  })

  it('refuse a cursor of another question', async (t) => {
    const fake = await start(t)
    const params = { ...october, level: 'account', fields: 'spend', limit: '3' }
    const first = await ask(fake, 'act_1234/insights', params)
    const after = first.paging?.cursors?.after ?? ''
    const other = await ask(fake, 'act_1234/insights', { ...params, level: 'campaign', after })
    assert.equal(other.error?.code, 2_642)
  })

  it('refuse what Meta refuses', async (t) => {
    const fake = await start(t, { mostRows: 20 })
    const refusal = async (params: Readonly<Record<string, string>>, path = 'act_1234/insights') =>
      (await ask(fake, path, { fields: 'spend', ...params })).error
    const since = (day: string) => ({ time_range: `{"since":"${day}","until":"2026-10-01"}` })
    assert.equal((await refusal(since('2023-09-01')))?.code, 3_018)
    assert.equal((await refusal({ breakdowns: 'dma' }))?.code, 100)
    const hourly = { breakdowns: 'hourly_stats_aggregated_by_advertiser_time_zone' }
    assert.equal((await refusal({ ...hourly, ...since('2025-09-01') }))?.code, 100)
    assert.equal((await refusal({ ...hourly, fields: 'reach' }))?.code, 100)
    assert.match((await refusal({ fields: 'wishes' }))?.message ?? '', /nonexisting field \(wishes\)/)
    assert.match((await refusal({ ...october, level: 'ad' }))?.message ?? '', /reduce the amount of data/)
    assert.equal((await refusal({ action_attribution_windows: '["90d_click"]' }))?.code, 100)
    assert.equal((await refusal({}, 'act_999/insights'))?.error_subcode, 33)
  })

  it('give nothing for windows that are gone', async (t) => {
    const fake = await start(t)
    const params = {
      ...october,
      level: 'account',
      fields: 'actions',
      action_attribution_windows: '["7d_view","28d_view"]',
    }
    const { data = [] } = await ask(fake, 'act_1234/insights', params)
    assert.ok(!JSON.stringify(data).includes('d_view'))
  })

  it('date purchases to the ad or to the purchase, as asked', async (t) => {
    const fake = await start(t)
    const counts = async (time: string) => {
      const params = { ...october, level: 'account', fields: 'actions', action_report_time: time }
      const { data = [] } = await ask(fake, 'act_1234/insights', params)
      return JSON.stringify(data.map(({ actions, date_start }) => [date_start, actions]))
    }
    assert.notEqual(await counts('impression'), await counts('conversion'))
  })
})

describe('the simulated access', () => {
  it('wants the proof, the right one, and a version that is served', async (t) => {
    const fake = await start(t)
    const token = fake.grant()
    const headers = { authorization: `Bearer ${token}` }
    const without = Body.parse(await (await fetch(`${fake.graphUrl}/v26.0/me`, { headers })).json())
    assert.match(without.error?.message ?? '', /require an appsecret_proof/)
    const wrong = await ask(fake, 'me', { appsecret_proof: 'f'.repeat(64), token })
    assert.match(wrong.error?.message ?? '', /Invalid appsecret_proof/)
    const old = Body.parse(await (await fetch(`${fake.graphUrl}/v19.0/me`, { headers })).json())
    assert.equal(old.error?.code, 2_635)
    assert.equal(old.error?.type, 'OAuthException')
  })

  it('refuses the field business without its permission, with the whole call', async (t) => {
    const fake = await start(t)
    const fields = { fields: 'id,business{name}' }
    const refused = await ask(fake, 'me/adaccounts', { ...fields, token: fake.grant({ scopes: ['ads_read'] }) })
    assert.equal(refused.error?.code, 200)
    assert.equal((await ask(fake, 'me/adaccounts', fields)).data?.length, 1)
  })

  it('counts calls, says so, and forgets them after an hour', async (t) => {
    let now = Date.parse('2026-11-21T11:00:00Z')
    const fake = await start(t, { hourlyCalls: 4, tier: 'full_access', now: () => new Date(now) })
    const used = async () => {
      const { headers, error } = await ask(fake, 'act_1234', { fields: 'id' })
      const entry = /"call_count":(\d+).*"estimated_time_to_regain_access":(\d+).*"full_access"/
      const [, percent, minutes] = entry.exec(headers.get('x-business-use-case-usage') ?? '') ?? []
      return { percent: Number(percent), minutes: Number(minutes), code: error?.code }
    }
    assert.equal((await used()).percent, 25)
    for (let more = 0; more < 3; more += 1) await used()
    assert.deepEqual(await used(), { percent: 100, minutes: 60, code: 80_000 })
    now += 61 * 60_000
    assert.equal((await used()).percent, 25)
  })
})
