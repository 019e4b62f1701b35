import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { adPlatforms, byAdPlatform } from '@tillsight/platforms'
import { auditAd } from './audit-ad.ts'
import { templateText } from './template-text.ts'

const ad = { landingUrl: 'https://shop.example/tea', urlTags: '', campaignId: '10', adSetId: '20', adId: '30' }
const { metaads, googleads, tiktokads } = byAdPlatform(({ tracking }) => tracking)

suite('the audit of an ad’s tags', () => {
  test('finds nothing wrong with the template itself', () => {
    for (const { tracking: template } of adPlatforms) {
      assert.deepEqual(auditAd({ ...ad, urlTags: templateText(template) }, template), {
        state: 'tagged',
        problems: [],
      })
    }
  })

  test('takes ids that were written out, as long as they are the ad’s own', () => {
    const own = { ...ad, landingUrl: 'https://shop.example/?utm_id=10&ts_as=20&ad_id=30' }
    assert.equal(auditAd(own, metaads).state, 'tagged')
    const copied = auditAd({ ...own, adId: '31' }, metaads)
    assert.equal(copied.state, 'wrong')
    assert.match(copied.problems.join(), /ts_ad says 30, which is not this ad’s own: write \{\{ad\.id\}\}/)
  })

  test('knows other tools’ names, a suffix with a question mark and a template around the address', () => {
    const tags = 'campaign_id={{campaign.id}}&adset_id={{adset.id}}&ad_id={{ad.id}}'
    assert.equal(auditAd({ ...ad, urlTags: `?${tags}` }, metaads).state, 'tagged')
    const template = '{lpurl}?utm_id={campaignid}&ts_as={adgroupid}&ts_ad={creative}'
    assert.equal(auditAd({ ...ad, urlTags: template }, googleads).state, 'tagged')
  })

  test('tells macros that the platform will not fill in', () => {
    const single = auditAd({ ...ad, urlTags: 'utm_id=_CAMPAIGN_ID_&ts_as=__AID__&ts_ad=__CID__' }, tiktokads)
    assert.equal(single.state, 'wrong')
    assert.deepEqual(single.problems, ['utm_id says _CAMPAIGN_ID_: write __CAMPAIGN_ID__.'])
    assert.equal(auditAd({ ...ad, urlTags: 'utm_id={campaignid}' }, metaads).state, 'wrong')
  })

  test('tells tags without ids from no tags', () => {
    assert.equal(auditAd({ ...ad, urlTags: 'utm_source=facebook&utm_campaign=spring' }, metaads).state, 'no_ids')
    assert.equal(auditAd({ ...ad, urlTags: 'utm_id={{campaign.id}}' }, metaads).state, 'no_ids')
    assert.equal(auditAd(ad, metaads).state, 'untagged')
    assert.equal(auditAd({ ...ad, landingUrl: '' }, metaads).state, 'untagged')
  })
})
