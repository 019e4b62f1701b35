import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDays, type Day, dayOf, listDays, parseDay } from '@tillsight/core/days'
import { countAds, sumAds } from '../expected-ads.ts'
import { demoShop, demoShopSite } from '../shop/index.ts'
import { type AdPlatform, adAccountsOf, demoAds } from './index.ts'

const createdAt = '2026-11-20T10:00:00.000Z'
const live = { createdAt, until: null }
const platforms: readonly AdPlatform[] = ['googleads', 'metaads', 'tiktokads']
const sources = new Map(platforms.map((platform) => [platform, demoAds(platform, live)]))
const year = { from: parseDay('2025-11-01'), to: parseDay('2026-10-31') }

function sourceOf(platform: AdPlatform) {
  return sources.get(platform) ?? assert.fail(platform)
}

function count(platform: AdPlatform, { from, to } = year) {
  const options = { advertiser: 'demo', platform, shopCurrency: 'EUR', from, to, knownBy: new Date(createdAt) } as const
  return countAds(sourceOf(platform), options)
}

describe('the ads of the demo', () => {
  it('are the same in every start, and go on where they were left', () => {
    const [account = ''] = adAccountsOf('demo', 'metaads')
    const day = parseDay('2026-11-19')
    const again = demoAds('metaads', live)
    // A later day first: the story continues, and the days before stay the same.
    assert.ok(again.day(account, parseDay('2027-06-01')).length > 0)
    assert.deepEqual(again.day(account, day), sourceOf('metaads').day(account, day))
  })

  it('have ids of their own, and rows only of what is set up', () => {
    for (const platform of platforms) {
      const source = sourceOf(platform)
      const { accounts } = source
      const ids = accounts.flatMap(({ campaigns }) =>
        campaigns.flatMap(({ id, adSets }) => [
          id,
          ...adSets.flatMap((set) => [set.id, ...set.ads.map((ad) => ad.id)]),
        ]),
      )
      assert.equal(new Set(ids).size, ids.length, platform)
      for (const account of accounts) {
        for (const row of source.day(account.id, parseDay('2026-09-10'))) {
          const known = [row.campaignId, row.adSetId, row.adId].filter((id) => id !== '')
          assert.deepEqual(
            known.filter((id) => !ids.includes(id)),
            [],
          )
        }
      }
    }
  })

  it('earn three to six times what they cost', () => {
    const spend = platforms.reduce((sum, platform) => sum + sumAds(count(platform)).spendInShop, 0)
    const history = demoShop({ today: dayOf(new Date(createdAt), demoShopSite.zone), now: createdAt })
    const sold = history.orders
      .filter(({ createdAt: at, currency }) => currency === 'EUR' && at >= '2025-11-01' && at < '2026-11-01')
      .flatMap(({ lines, shippingLines = [] }) => [...lines, ...shippingLines])
      .reduce((sum, { total, totalTax = '0' }) => sum + Number(total) + Number(totalTax), 0)
    assert.ok(sold / spend > 3 && sold / spend < 6, String(sold / spend))
  })

  it('are claimed to have sold what the shop sold, some of it by several platforms, some never', () => {
    const values = new Map<string, Set<AdPlatform>>()
    let nothing = 0
    const history = demoShop({ today: parseDay('2026-11-20'), now: createdAt })
    const placed = new Set(history.orders.map(({ createdAt: at }) => Date.parse(at)))
    for (const platform of platforms) {
      for (const account of adAccountsOf('demo', platform)) {
        for (const day of listDays(year)) {
          for (const { purchases } of sourceOf(platform).day(account, day)) {
            for (const { happenedAt } of purchases) {
              if (!placed.has(happenedAt.getTime())) nothing += 1
              const claimants = values.get(happenedAt.toISOString()) ?? new Set()
              values.set(happenedAt.toISOString(), claimants.add(platform))
            }
          }
        }
      }
    }
    const shared = [...values.values()].filter(({ size }) => size > 1).length
    assert.ok(shared > 100, `${shared} orders are claimed by several`)
    assert.ok(nothing > 10 && nothing < 0.1 * values.size, `${nothing} of ${values.size} claims have no order`)
    assert.ok(values.size < placed.size)
  })

  it('are told of late: purchases up to four weeks after the click, known hours and days after they happened', () => {
    const [account = ''] = adAccountsOf('demo', 'metaads')
    const purchases = listDays(year).flatMap((day) =>
      sourceOf('metaads')
        .day(account, day)
        .flatMap((row) => row.purchases),
    )
    assert.ok(purchases.some(({ days, after }) => days > 20 && after === 'click'))
    assert.ok(purchases.some(({ after }) => after === 'view'))
    assert.ok(purchases.some(({ knownAt, happenedAt }) => knownAt.getTime() - happenedAt.getTime() > 86_400_000))
    assert.ok(purchases.every(({ knownAt, happenedAt }) => knownAt >= happenedAt))
  })

  it('keep the spend of a removed campaign and none after it; an account of Los Angeles pays in dollars', () => {
    const { accounts } = sourceOf('googleads')
    const removed = accounts[0]?.campaigns.find(({ status }) => status === 'removed') ?? assert.fail()
    const rows = count('googleads', { from: parseDay('2024-11-20'), to: year.to }).filter(
      ({ campaignId }) => campaignId === removed.id,
    )
    assert.ok(sumAds(rows).spend > 0n)
    assert.ok(rows.every(({ day }) => removed.endsOn !== null && day <= removed.endsOn))
    const export_ = sourceOf('metaads').accounts.find(({ zone }) => zone === 'America/Los_Angeles')
    assert.equal(export_?.currency, 'USD')
    const facts = count('metaads').filter(({ accountId }) => accountId === export_.id)
    const { spend, spendInShop } = sumAds(facts)
    assert.ok(spendInShop < Number(spend) / 1e6 && spendInShop > 0.85 * (Number(spend) / 1e6))
  })

  it('that do not go on stop with the story', () => {
    const source = demoAds('tiktokads', { createdAt, until: createdAt })
    const [account = ''] = adAccountsOf('demo', 'tiktokads')
    const today: Day = parseDay('2026-11-20')
    const spent = (of: typeof source, day: Day) => of.day(account, day).reduce((sum, row) => sum + row.spendMicros, 0n)
    assert.deepEqual(source.day(account, addDays(today, 1)), [])
    const [part, whole] = [spent(source, today), spent(sourceOf('tiktokads'), today)]
    assert.ok(part > 0n && part < whole / 2n, `${part} of ${whole}`)
    for (const row of source.day(account, today)) {
      assert.ok(row.hours.every((weight, hour) => weight === 0 || hour < 11))
      assert.ok(row.purchases.every(({ knownAt }) => knownAt <= new Date(createdAt)))
    }
  })
})
