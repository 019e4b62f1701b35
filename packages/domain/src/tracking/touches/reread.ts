import { readVisit, type VisitRules } from '@tillsight/attribution'
import type { Joinable } from './join-ads.ts'
import type { StoredTouch } from './touch-rows.ts'

/** What is said of a touch's channel and ad apart from the join. */
export interface Reread extends Joinable {
  readonly evidence: string
}

/**
 * What a stored touch is taken for under these rules; undefined where it would be none. What a file said outright stands,
 * whatever the rules are.
 */
export function reread(touch: StoredTouch, rules: VisitRules): Reread | undefined {
  if (touch.evidence === 'import' || touch.url === '') return asTold(touch)
  // A touch whose address has a click that the touch has not: somebody else brought it first.
  const isForeign = touch.click_id === ''
  const visit = readVisit(touch, rules, () => isForeign)
  return visit.newTouch ? visit : undefined
}

function asTold(touch: StoredTouch): Reread {
  return {
    channel: touch.channel_rule,
    paid: touch.paid === 1,
    platform: touch.platform,
    campaignId: touch.campaign_id,
    adSetId: touch.ad_set_id,
    adId: touch.ad_id,
    campaign: touch.campaign,
    clickId: touch.click_id,
    isCustom: true,
    evidence: touch.evidence,
  }
}
