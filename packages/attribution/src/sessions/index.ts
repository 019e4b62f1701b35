// Cuts a visitor's events into sessions and derives touches that can earn credit. Knows neither stores nor ads.
export { placeholderPatterns } from './ad-ids.ts'
export {
  ruleComparisons,
  ruleFields,
} from './custom-rules.ts'
export {
  adClickOf,
  crowdOf,
  crowdSlot,
  type SharedSigns,
  sharedClickOf,
} from './machine-signs.ts'
export { cutSessions, landingsOf, sessionPause, type VisitEvent } from './sessions.ts'
export { deriveTouches, nameOf, type TouchDraft } from './touches.ts'
export { clickIdOf, readVisit, type Visit, type VisitRules } from './visit.ts'
