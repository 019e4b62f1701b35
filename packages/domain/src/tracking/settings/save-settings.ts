import { saveTrackingSettings as store } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../../context/index.ts'
import { loadTrackingSettings } from './load-settings.ts'
import { settingsAfter, TrackingSettings, TrackingSettingsChange } from './settings.ts'

/**
 * What has to be worked out again before figures follow: what is a visit at all, the channels of visits, journeys only, or
 * nothing.
 */
export const TouchReplay = z.enum(['visits', 'channels', 'journeys', 'none'])
export type TouchReplay = z.infer<typeof TouchReplay>

/** Changes how the shop is tracked, and says what to replay: past figures follow the settings of today. */
export const saveTrackingSettings = defineVerb({
  name: 'tracking.saveSettings',
  needs: 'tracking:write',
  access: 'write',
  input: TrackingSettingsChange,
  output: z.object({ settings: TrackingSettings, replay: TouchReplay }),
  async run(ctx: ShopContext, change) {
    const before = await loadTrackingSettings(ctx.queries, ctx.shop)
    const settings = settingsAfter(before, change)
    await store(ctx.queries, ctx.shop.id, { settings, changedAt: ctx.clock.now() })
    return { settings, replay: replayOf(before, settings) }
  },
})

/** What a change makes necessary. */
export function replayOf(before: TrackingSettings, after: TrackingSettings): TouchReplay {
  const isOther = (...names: (keyof TrackingSettings)[]) =>
    names.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (isOther('ownDomains', 'bounceReferrers', 'internalEmails')) return 'visits'
  if (isOther('rules', 'brandTerms')) return 'channels'
  return before.attribution.milestone === after.attribution.milestone ? 'none' : 'journeys'
}
