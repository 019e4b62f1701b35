import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toAdRow, WireInsights } from './ad-rows.ts'
import { readJson, toInstant, WireFigure, WireId } from './values.ts'

const day = { date_start: '2026-10-03', date_stop: '2026-10-03' }

it('19-digit ids: are kept, quoted or not', () => {
  const body = Buffer.from(
    '{"a":{"campaign_id":1202100000000000017,"ad_id":"1202100000000000003"},"n":12,"t":"x: 1202100000000000017,"}',
  )
  assert.deepEqual(readJson(body), {
    a: { campaign_id: '1202100000000000017', ad_id: '1202100000000000003' },
    n: 12,
    t: 'x: 1202100000000000017,',
  })
  assert.equal(WireId.parse('1202100000000000017'), '1202100000000000017')
  assert.equal(WireId.parse(17), '17')
})

it('numbers as text, “-” and null: figures as text or number, and what is absent, null or a dash as nothing', () => {
  const figures = ['48.37', 48.37, '0', undefined, null, '', '-', '1.23456789', 1e-7].map((one) =>
    WireFigure.parse(one),
  )
  assert.deepEqual(figures, ['48.37', '48.37', '0', '0', '0', '0', '0', '1.234568', '0.000000'])
})

it('refuses what is no number instead of counting it as nothing', () => {
  for (const text of ['abc', '1,5', 'NaN', '12 EUR']) assert.ok(!WireFigure.safeParse(text).success, text)
})

it('reads a row with nothing on it but its day', () => {
  const read = toAdRow(WireInsights.parse(day), 'account')
  assert.deepEqual(read, {
    level: 'account',
    campaignId: '',
    adSetId: '',
    adId: '',
    spend: '0',
    impressions: 0,
    clicks: 0,
    linkClicks: 0,
    views: 0,
    reach: null,
    purchases: '0',
    value: '0',
    claims: {},
  })
})

it('reads a row whose figures are numbers', () => {
  const wire = WireInsights.parse({
    ...day,
    ad_id: '3',
    adset_id: '2',
    campaign_id: '1',
    spend: 48.37,
    impressions: 9120,
    reach: 7033,
  })
  const { spend, impressions, reach, adId, adSetId } = toAdRow(wire, 'ad')
  assert.deepEqual([spend, impressions, reach, adId, adSetId], ['48.37', 9120, 7033, '3', '2'])
})

it('says nothing of a body that was cut off', () => {
  assert.equal(readJson(Buffer.from('{"data":[{"spend":"1')), undefined)
  assert.equal(readJson(Buffer.from('')), undefined)
})

it('reads instants as Meta writes them', () => {
  assert.equal(toInstant('2026-01-01T00:00:00+0100')?.toISOString(), '2025-12-31T23:00:00.000Z')
  assert.equal(toInstant(undefined), undefined)
})
