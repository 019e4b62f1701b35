import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { run, type ShopContext } from '../../context/index.ts'
import { openTestStores } from '../../reports/shop.testing.ts'
import { adEntity, countRows, readTouches } from '../tracked-shop.testing.ts'
import { importTouches, previewTouches } from './import-touches.ts'

const stores = await openTestStores({ after })

const file = (text: string, name = 'touches.csv') => ({ name, bytes: Buffer.from(text) })
const good = `touch_id,at,kind,visitor,email,customer_id,order_id,url,referrer,channel,platform,campaign_id
t1,2026-06-01 10:00,,device 1,,,,https://shop.example/?gclid=x&secret=1,,,,
t2,2026-06-02T10:00:00Z,view,,Ida@Example.net ,,,,,paid_social,facebook,77
t3,1780300000000,,,,42,,,https://news.example/a,,,
t4,2026-06-03 10:00,engaged_view,,,,1001,,,paid_social,meta,77
`

async function shopWithAds(): Promise<ShopContext> {
  const ctx = await stores.openShop()
  const campaign = { level: 'campaign', campaign_id: '77', name: 'Summer', kind: 'Sales' } as const
  await ctx.warehouse.insert('ad_entities', [adEntity({ ...campaign, platform: 'metaads' })])
  return ctx
}

describe('touches from a file', () => {
  it('go in with their channel and ad, people as hashes, and once', async () => {
    const ctx = await shopWithAds()
    const preview = await run(previewTouches, ctx, file(good))
    assert.deepEqual([preview.rows, preview.touches, preview.leftOut], [4, 4, 0])
    assert.equal(await countRows(ctx, 'touches'), 0)
    const report = await run(importTouches, ctx, file(good))
    assert.deepEqual([report.touches, report.known], [4, 0])
    const touches = await readTouches(ctx)
    assert.deepEqual(
      touches.map(({ kind, channel, paid, platform, joined, evidence, order_id }) =>
        [kind, channel, paid, platform, joined, evidence, order_id].join(' '),
      ),
      [
        'click referral 0  none referrer ',
        'click paid_search 1 google platform click_id ',
        'view paid_social 1 meta campaign platform_view ',
        'engaged_view paid_social 1 meta campaign platform_view 1001',
      ].toSorted((one, other) => order(one) - order(other)),
    )
    // Ten o'clock in Berlin.
    const search = touches.find(({ channel }) => channel === 'paid_search')
    assert.equal(new Date(search?.ms ?? 0).toISOString(), '2026-06-01T08:00:00.000Z')
    assert.equal(search?.url, 'https://shop.example/?gclid=x')
    assert.ok(!JSON.stringify(touches).toLowerCase().includes('ida@'))
    assert.equal(touches.at(-1)?.visitor_id, '')
    assert.equal(await countRows(ctx, 'identifications', 'length(identifiers) = 1'), 2)
    const again = await run(importTouches, ctx, file(good))
    assert.deepEqual([again.touches, again.known], [0, 4])
    assert.deepEqual(await readTouches(ctx), touches)
  })

  it('are told anew by their id', async () => {
    const ctx = await stores.openShop()
    const row = (at: string) => file(`touch_id,at,visitor,channel,order_id\nt1,${at},v,email,1001\n`)
    await run(importTouches, ctx, row('2026-06-01 10:00'))
    const report = await run(importTouches, ctx, row('2026-06-02 10:00'))
    assert.equal(report.touches, 1)
    const [touch, ...others] = await readTouches(ctx)
    assert.deepEqual([others.length, new Date(touch?.ms ?? 0).toISOString()], [0, '2026-06-02T08:00:00.000Z'])
    assert.equal(await countRows(ctx, 'identifications'), 1)
    assert.equal(await countRows(ctx, 'identifications', "order_id = '1001'"), 1)
  })

  it('stay out where something is wrong, each with its reason, while the others go in', async () => {
    const ctx = await stores.openShop()
    const bad = `at,visitor,email,url,referrer,channel,kind,paid,colour
2026-06-01 10:00,v,,,,email,,,red
31.02.2026,v,,,,email,,,
2027-06-01 10:00,v,,,,email,,,
2026-06-01 10:00,,,,,email,,,
2026-06-01 10:00,v,nobody,,,email,,,
2026-06-01 10:00,v,,,,,,,
2026-06-01 10:00,v,,no address,,,,,
2026-06-01 10:00,v,,https://shop.example/a,https://www.paypal.com/x,,,,
2026-06-01 10:00,v,,,,email,glance,,
2026-06-01 10:00,v,,,,email,,perhaps,
`
    const report = await run(importTouches, ctx, file(bad))
    assert.deepEqual([report.rows, report.touches, report.leftOut], [10, 1, 9])
    assert.deepEqual(
      report.problems.map(({ row, field }) => `${row} ${field}`),
      ['3 at', '4 at', '5 visitor', '6 email', '7 channel', '8 url', '9 referrer', '10 kind', '11 paid'],
    )
    assert.deepEqual(report.ignored, ['colour'])
    assert.ok(!JSON.stringify(report).includes('nobody'))
    await assert.rejects(run(importTouches, ctx, file('when,visitor\n')), { code: 'invalid_input' })
  })
})

/** By their times in the file. */
function order(line: string): number {
  if (line.includes('referral')) return 1_780_300_000_000
  if (line.includes('paid_search')) return Date.UTC(2026, 5, 1, 8)
  return line.startsWith('view') ? Date.UTC(2026, 5, 2, 10) : Date.UTC(2026, 5, 3, 8)
}
