import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type AdPlatformId, adPlatformIds, byAdPlatform } from '@tillsight/platforms'
import fc from 'fast-check'
import { checkAddress, type FindingKind } from './check-address.ts'
import { templateText } from './read-pairs.ts'
import { pageWords } from './words.server.ts'

const say = pageWords.say('en')

const filled = {
  googleads:
    'https://shop.example/tea?utm_source=google&utm_medium=cpc&utm_id=1798&ts_as=22&ts_ad=333&ts_net=g&ts_kw=green%20tea&ts_mt=e&ts_dev=m&gclid=Cj0K',
  metaads:
    'https://shop.example/?utm_source=facebook&utm_medium=paid_social&utm_campaign=Spring&utm_content=Video+A&utm_id=120210&ts_as=120211&ts_ad=120212&ts_pl=feed&ts_site=ig&fbclid=IwAR0',
  tiktokads:
    'https://shop.example/?utm_source=tiktok&utm_medium=paid_social&utm_campaign=Spring&utm_content=Clip&utm_id=1&ts_as=2&ts_ad=3&ts_pl=TikTok&ttclid=E.C.P',
} as const

function check(address: string, platform: AdPlatformId = 'metaads') {
  const result = checkAddress(address, platforms[platform], { say, language: 'en' })
  assert.equal(result.kind, 'checked')
  if (result.kind !== 'checked') throw new Error('was just asserted')
  return result
}

function kindOf(name: string, address: string, platform: AdPlatformId = 'metaads'): FindingKind | undefined {
  return check(address, platform).findings.find((finding) => finding.name === name)?.kind
}

const platforms = byAdPlatform((platform) => platform)

suite('the check of a landing page’s address', () => {
  test('an address as the platform fills it in is right in every part and reaches the ad', () => {
    for (const platform of ['googleads', 'metaads', 'tiktokads'] as const) {
      const { findings, reach, clickId } = check(filled[platform], platform)
      assert.deepEqual(
        findings.filter(({ kind }) => kind !== 'right'),
        [],
      )
      assert.equal(reach, 'ad')
      assert.match(clickId, /is there: the platform added/)
    }
  })

  test('the template itself pasted as an address has every macro unfilled', () => {
    for (const platform of adPlatformIds) {
      const { findings, reach } = check(`https://shop.example/?${templateText(platforms[platform].tracking)}`, platform)
      const fixed = findings.filter(({ kind }) => kind === 'right').map(({ name }) => name)
      assert.deepEqual(fixed, ['utm_source', 'utm_medium'], platform)
      assert.ok(findings.every(({ kind }) => kind === 'right' || kind === 'unfilled'))
      assert.equal(reach, 'none')
    }
  })

  test('an address without parameters lacks all of them', () => {
    const { findings, reach, clickId } = check('https://shop.example/produkt/kandis/')
    assert.ok(findings.every(({ kind }) => kind === 'missing'))
    assert.equal(reach, 'none')
    assert.match(clickId, /not there/)
  })

  test('names in another case or with a slip are told with what they should be', () => {
    assert.equal(kindOf('utm_source', 'https://s.example/?UTM_Source=facebook'), 'misspelt')
    assert.equal(kindOf('utm_campaign', 'https://s.example/?utm_campain=x'), 'misspelt')
    assert.equal(kindOf('utm_medium', 'https://s.example/?utm-medium=paid_social'), 'misspelt')
    assert.equal(kindOf('utm_id', 'https://s.example/?utm_ids=4'), 'misspelt')
    assert.equal(kindOf('ts_ad', 'https://s.example/?ts_pl=x&id=9'), 'missing')
  })

  test('macros with single underscores, another platform’s macros and encoded ones are not taken for values', () => {
    assert.equal(kindOf('ts_ad', 'https://s.example/?ts_ad=_CID_', 'tiktokads'), 'unfilled')
    assert.equal(kindOf('ts_ad', 'https://s.example/?ts_ad=%7B%7Bad.id%7D%7D'), 'unfilled')
    assert.equal(kindOf('utm_id', 'https://s.example/?utm_id={CampaignId}', 'googleads'), 'unfilled')
    const wrong = check('https://s.example/?utm_id=_CAMPAIGN_ID_', 'tiktokads').findings
    assert.match(wrong.find(({ name }) => name === 'utm_id')?.text ?? '', /write __CAMPAIGN_ID__/)
  })

  test('a source of another platform is told, capitals in it are not', () => {
    assert.equal(kindOf('utm_source', 'https://s.example/?utm_source=google'), 'other')
    assert.equal(kindOf('utm_source', 'https://s.example/?utm_source=Facebook'), 'right')
  })

  test('two different values of one name are told, the same one twice is not', () => {
    assert.equal(kindOf('utm_id', 'https://s.example/?utm_id=1&utm_id=2'), 'twice')
    assert.equal(kindOf('utm_id', 'https://s.example/?utm_id=1&utm_id=1'), 'right')
    assert.equal(kindOf('utm_id', 'https://s.example/?UTM_ID=1&utm_id=2'), 'twice')
  })

  test('other tools’ names of the ids are read', () => {
    const address = 'https://s.example/?utm_source=facebook&utm_medium=paid_social&campaign_id=1&adset_id=2&ad_id=3'
    assert.equal(check(address).reach, 'ad')
  })

  test('Performance Max without ad group and ad reaches the campaign and says why', () => {
    const address = 'https://s.example/?utm_source=google&utm_medium=cpc&utm_id=17&ts_as=&ts_ad=&ts_net=x&gclid=C'
    const { findings, reach } = check(address, 'googleads')
    assert.equal(reach, 'campaign')
    assert.match(findings.find(({ name }) => name === 'ts_ad')?.text ?? '', /Performance Max/)
  })

  test('parameters behind the # of a single-page shop count, an address without https too', () => {
    assert.equal(kindOf('utm_id', 'https://s.example/#/tea?utm_id=5'), 'right')
    assert.equal(kindOf('utm_id', 's.example/tea?utm_id=5'), 'right')
  })

  test('what is no address is said to be none, whatever it is', () => {
    for (const text of ['', 'hello', 'utm_source=facebook', 'javascript:alert(1)', 'https://', 'mailto:a@b.test']) {
      assert.equal(checkAddress(text, platforms.metaads, { say, language: 'en' }).kind, 'unreadable', text)
    }
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...adPlatformIds), (text, platform) => {
        assert.ok(
          ['checked', 'unreadable'].includes(checkAddress(text, platforms[platform], { say, language: 'en' }).kind),
        )
      }),
    )
  })
})
