import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { adPlatforms, byAdPlatform, type TrackingTemplate } from '@tillsight/platforms'
import { type AuditedAd, auditAd } from './audit-ad.ts'
import { templateText } from './read-pairs.ts'
import { pageWords } from './words.server.ts'

const ad = { landingUrl: 'https://shop.example/tea', urlTags: '', campaignId: '10', adSetId: '20', adId: '30' }
const { metaads, googleads, tiktokads } = byAdPlatform(({ tracking }) => tracking)

const audit = (tagged: AuditedAd, template: TrackingTemplate) => auditAd(tagged, template, pageWords.say('en'))

suite('the audit of an ad’s tags', () => {
  test('finds nothing wrong with the template itself', () => {
    for (const { tracking: template } of adPlatforms) {
      assert.deepEqual(audit({ ...ad, urlTags: templateText(template) }, template), {
        state: 'tagged',
        problems: [],
      })
    }
  })

  test('takes ids that were written out, as long as they are the ad’s own', () => {
    const own = { ...ad, landingUrl: 'https://shop.example/?utm_id=10&ts_as=20&ad_id=30' }
    assert.equal(audit(own, metaads).state, 'tagged')
    const copied = audit({ ...own, adId: '31' }, metaads)
    assert.equal(copied.state, 'wrong')
    assert.match(copied.problems.join(), /ts_ad says 30, which is not this ad’s own: write \{\{ad\.id\}\}/)
  })

  test('knows other tools’ names, a suffix with a question mark and a template around the address', () => {
    const tags = 'campaign_id={{campaign.id}}&adset_id={{adset.id}}&ad_id={{ad.id}}'
    assert.equal(audit({ ...ad, urlTags: `?${tags}` }, metaads).state, 'tagged')
    const template = '{lpurl}?utm_id={campaignid}&ts_as={adgroupid}&ts_ad={creative}'
    assert.equal(audit({ ...ad, urlTags: template }, googleads).state, 'tagged')
  })

  test('tells macros that the platform will not fill in', () => {
    const single = audit({ ...ad, urlTags: 'utm_id=_CAMPAIGN_ID_&ts_as=__AID__&ts_ad=__CID__' }, tiktokads)
    assert.equal(single.state, 'wrong')
    assert.deepEqual(single.problems, ['utm_id says _CAMPAIGN_ID_: write __CAMPAIGN_ID__.'])
    assert.equal(audit({ ...ad, urlTags: 'utm_id={campaignid}' }, metaads).state, 'wrong')
  })

  test('tells tags without ids from no tags', () => {
    assert.equal(audit({ ...ad, urlTags: 'utm_source=facebook&utm_campaign=spring' }, metaads).state, 'no_ids')
    assert.equal(audit({ ...ad, urlTags: 'utm_id={{campaign.id}}' }, metaads).state, 'no_ids')
    assert.equal(audit(ad, metaads).state, 'untagged')
    assert.equal(audit({ ...ad, landingUrl: '' }, metaads).state, 'untagged')
  })
})
