import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadCampaignsCsv } from './load-csv.server.ts'
import { account, stage } from './testing.ts'

test('a file has every row of the level with raw figures, the totals on top', async () => {
  const many = Object.fromEntries(Array.from({ length: 1200 }, (_, index) => [`metaads/1/${index}`, '1.25']))
  const { question, asked } = stage({ rows: { campaign: many }, columns: ['adSpend', 'trend', 'claimedRoas'] })
  const { name, text } = await loadCampaignsCsv(question)
  assert.equal(name, 'nord.test campaign 2026-10-22 to 2026-11-20.csv')
  const lines = text.replace('\uFEFF', '').trimEnd().split('\r\n')
  assert.equal(lines.length, 1202)
  assert.match(lines[0] ?? '', /^Name,Key,Channel,.*adSpend \(EUR\),adSpend before \(EUR\),/)
  assert.match(lines[1] ?? '', /^Total,,,,,,,1500\.00,7\.00,/)
  assert.match(lines[2] ?? '', /^0,metaads\/1\/0,Meta Ads,.*,1\.25,7\.00,/)
  assert.ok(asked.every(({ rowSeries, interval }) => rowSeries === undefined && interval === undefined))
})

test('names from strangers are no formulas', async () => {
  const { question } = stage({
    rows: { campaign: { 'metaads/1/10': '1.00' } },
    places: [{ key: 'metaads/1/10', name: '=HYPERLINK("http://evil.test")', kind: '@SUM(A1)' }],
    choices: { accounts: [account] },
  })
  const { text } = await loadCampaignsCsv(question)
  assert.ok(text.includes(`"'=HYPERLINK(""http://evil.test"")"`))
  assert.ok(text.includes(`'@SUM(A1)`))
})

test('days that cannot be shown make no file', async () => {
  const { question } = stage({ search: '?from=2026-11-31&to=2026-12-01' })
  await assert.rejects(loadCampaignsCsv(question), /cannot be exported/)
})
