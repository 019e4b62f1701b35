import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { saveTrackingSettings as storeSettings } from '@tillsight/database'
import { run } from '../../context/index.ts'
import { createIdentifierHash } from '../../customers/index.ts'
import { openTestStores } from '../../reports/shop.testing.ts'
import { writeEvents } from '../events/write-events.ts'
import { previewTrackingSettings } from '../touches/preview-settings.ts'
import { replayTouches } from '../touches/replay-touches.ts'
import { countRows, minute, noon, readShortTouches, view } from '../tracked-shop.testing.ts'
import { TrackingSettings } from './settings.ts'
import { getTrackingSettings, loadTrackingSettings, saveTrackingSettings } from './stored-settings.ts'

const stores = await openTestStores({ after })

const partner = {
  conditions: [{ field: 'source' as const, comparison: 'is' as const, text: 'Anna' }],
  channel: 'Influencers',
  paid: true,
}

describe('settings of tracking', () => {
  it('are complete without any, and keep what a change leaves out', async () => {
    const ctx = await stores.openShop()
    const { settings, knownDomains } = await run(getTrackingSettings, ctx, {})
    assert.deepEqual(settings, TrackingSettings.parse({}))
    assert.deepEqual(knownDomains, [ctx.shop.domain])
    await run(saveTrackingSettings, ctx, { brandTerms: ['Nordlicht'], attribution: { clickWindowDays: null } })
    const saved = await run(saveTrackingSettings, ctx, {
      ownDomains: ['https://WWW.Other.example/shop?x'],
      attribution: { value: 'goods' },
    })
    assert.equal(saved.replay, 'visits')
    const { brandTerms, ownDomains, attribution } = saved.settings
    assert.deepEqual([brandTerms, ownDomains], [['Nordlicht'], ['other.example']])
    assert.deepEqual([attribution.clickWindowDays, attribution.value, attribution.viewWindowDays], [null, 'goods', 1])
  })

  it('say what has to be worked out again', async () => {
    const ctx = await stores.openShop()
    const replay = async (change: object) => (await run(saveTrackingSettings, ctx, change)).replay
    assert.equal(await replay({ rules: [partner] }), 'channels')
    assert.equal(await replay({ rules: [partner] }), 'none')
    assert.equal(await replay({ retentionMonths: 3 }), 'none')
    assert.equal(await replay({ attribution: { milestone: 'sign_up' } }), 'journeys')
    assert.equal(await replay({ internalEmails: ['me@shop.example'] }), 'visits')
  })

  it('are refused with what is wrong', async () => {
    const ctx = await stores.openShop()
    await assert.rejects(run(saveTrackingSettings, ctx, { ownDomains: ['no domain'] }), { message: /no domain/i })
    const rules = [{ ...partner, conditions: [] }]
    await assert.rejects(run(saveTrackingSettings, ctx, { rules }), { message: 'A rule needs a condition.' })
    await assert.rejects(run(saveTrackingSettings, ctx, { retentionMonths: 0 }), { code: 'invalid_input' })
  })

  it('that another version has stored otherwise break nothing', async () => {
    const ctx = await stores.openShop()
    const settings = { brandTerms: ['x'], rules: 'what?', newer: true }
    await storeSettings(ctx.db.kysely, ctx.shop.id, { settings, changedAt: new Date() })
    const loaded = await loadTrackingSettings(ctx.db.kysely, ctx.shop)
    assert.deepEqual([loaded.brandTerms, loaded.rules], [['x'], []])
  })

  it('show what they would change before they do, and then change just that', async () => {
    const ctx = await stores.openShop()
    const fifteen = 15 * 24 * 60
    await writeEvents(ctx, [
      view('ann', 0, { query: '?utm_source=anna' }),
      view('bob', 0, { query: '?utm_source=anna' }),
      view('cem', 0, { referrer: 'https://other.example/x' }),
      view('dan', -fifteen * 2, { query: '?utm_source=anna' }),
    ])
    const change = { rules: [partner] }
    const preview = await run(previewTrackingSettings, ctx, change)
    assert.deepEqual([preview.touches, preview.moved], [3, 2])
    assert.deepEqual(
      preview.moves.map(({ from, to, toPaid, touches }) => [from, to, toPaid, touches]),
      [['unassigned', 'influencers', true, 2]],
    )
    const { moves } = await run(previewTrackingSettings, ctx, { ownDomains: ['other.example'] })
    assert.deepEqual(
      moves.map(({ from, to }) => [from, to]),
      [['referral', '']],
    )
    const { replay } = await run(saveTrackingSettings, ctx, change)
    const told: number[] = []
    assert.equal(await replayTouches(ctx, replay, ({ done }) => told.push(done)), 3)
    assert.deepEqual(told, [4])
    assert.deepEqual(await readShortTouches(ctx), [
      `${-fifteen * 2} dan influencers`,
      '0 ann influencers',
      '0 bob influencers',
      '0 cem referral',
    ])
    await run(saveTrackingSettings, ctx, { rules: [], ownDomains: ['other.example'] })
    await replayTouches(ctx, 'visits')
    assert.deepEqual(await readShortTouches(ctx), [
      `${-fifteen * 2} dan unassigned`,
      '0 ann unassigned',
      '0 bob unassigned',
    ])
  })

  it('keep the shop’s own people out, on whatever device they are seen', async () => {
    const ctx = await stores.openShop()
    await run(saveTrackingSettings, ctx, { internalEmails: [' Me@Shop.example'] })

    const me = createIdentifierHash(ctx.identityKey, ctx.shop.id)('email:me@shop.example')
    await writeEvents(ctx, [view('own', 0, { query: '?gclid=a' }), view('ann', 0)])
    assert.equal(await countRows(ctx, 'touches'), 2)
    await writeEvents(ctx, [view('own', 3_000, { name: 'identify', identifiers: [me], at: noon + minute })])
    assert.deepEqual(await readShortTouches(ctx), ['0 ann direct'])
  })
})
