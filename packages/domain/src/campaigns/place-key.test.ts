import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePlace } from './place-key.ts'

test('a key is taken apart by the level that it is of', () => {
  assert.deepEqual(parsePlace('campaign', 'metaads/1/23'), {
    level: 'campaign',
    platform: 'metaads',
    accountId: '1',
    campaignId: '23',
    adSetId: '',
    adId: '',
  })
  const ad = parsePlace('ad', 'metaads/1/23/45/67')
  assert.deepEqual([ad?.campaignId, ad?.adSetId, ad?.adId], ['23', '45', '67'])
})

test('what belongs to no ad has empty ids', () => {
  const rest = parsePlace('ad', 'googleads/1/23//')
  assert.deepEqual([rest?.campaignId, rest?.adSetId, rest?.adId], ['23', '', ''])
  assert.equal(parsePlace('campaign', 'googleads/1/')?.campaignId, '')
})

test('the name of a campaign that people gave may have a slash in it', () => {
  assert.equal(parsePlace('campaign', 'custom/e1/print / radio')?.campaignId, 'print / radio')
  assert.equal(parsePlace('ad', 'custom/e1/print / radio//')?.campaignId, 'print / radio')
})

test('what is no key is nothing', () => {
  for (const text of ['', 'metaads', 'metaads/1', '/1/2', 'metaads//2'])
    assert.equal(parsePlace('campaign', text), undefined, text)
  assert.equal(parsePlace('ad', 'metaads/1/2/3'), undefined)
})
