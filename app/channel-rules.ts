// How a shop has its visits read.
import type { SettingsPreview, TrackingSettings, TrackingSettingsChange } from '@tillsight/domain'

export type { SettingsPreview, TrackingSettings, TrackingSettingsChange } from '@tillsight/domain'

/** What the shop has arranged. */
export interface ChannelRulesView {
  readonly settings: TrackingSettings
  /** Domains that are the shop's without being listed. */
  readonly knownDomains: readonly string[]
  readonly mayChange: boolean
}

/** Part of a shop's services. */
export interface ChannelRuleServices {
  channelRules(): Promise<ChannelRulesView>
  /** What a change would move, without making it. Throws `invalid_input` whose `details` are messages by path: `rules.0.channel`. */
  previewChannelRules(change: TrackingSettingsChange): Promise<SettingsPreview>
  /** Throws as the preview does. What was stored before follows in the background. */
  saveChannelRules(change: TrackingSettingsChange): Promise<void>
}
