import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byAdPlatform } from '@tillsight/platforms'
import { printAuditCsv } from './audit-csv.server.ts'

const visits = { paid: 0, withClickId: 0, ad: 0, adSet: 0, campaign: 0, name: 0, platform: 0, none: 0 }
const ad = {
  accountId: '1',
  campaignId: '10',
  adSetId: '20',
  adId: '31',
  name: '=Candle',
  campaignName: 'Spring',
  kind: 'Sales',
  status: 'active',
  spend: '7.25',
  currency: 'EUR',
  landingUrl: 'https://shop.test/',
  urlTags: '',
  managerUrl: null,
}

test('the audit as a file has every ad and every macro that was not filled in, and nothing that a table would run', () => {
  const text = printAuditCsv(
    {
      from: '2026-10-24',
      to: '2026-11-22',
      ads: [ad],
      count: 1,
      visits,
      unfilled: { visits: 3, parameters: [{ name: 'utm_id', found: '{{campaign.id}}', visits: 3 }] },
    },
    byAdPlatform((platform) => platform).metaads,
  )
  const [header, first, second] = text.split('\r\n')
  assert.match(header ?? '', /^\uFEFFkind,state,account_id/)
  assert.match(
    first ?? '',
    /^ad,untagged,1,10,20,31,Spring,'=Candle,active,7\.25,EUR,https:\/\/shop\.test\/,,,,,No tags at all\.$/,
  )
  assert.match(second ?? '', /^unfilled,wrong,(?:,){11}utm_id,\{\{campaign\.id\}\},3,The platform fills it in only/)
})
