// The events that visitors' browsers and servers send: their validation, and the spool that keeps them until they are stored.
// Must not know stores, shops' rules or HTTP servers.
export { judge, type RequestSigns, readSigns } from './bot-verdict.ts'
export type { BotVerdict, CollectedEvent, ConsentState } from './collected-event.ts'
export {
  CollectMessage,
  Consent,
  largestMessage,
  mostEvents,
  readCollectMessage,
  readMessage,
  ServerMessage,
  TrackingKeyText,
} from './message.ts'
export { type Batch, openSpool, type Position, readRecords, type Spool, type Stretch } from './spool/index.ts'
export {
  cleanReferrer,
  cleanUrl,
  correctInstant,
  type NamedCustomer,
  networkOf,
  readConsent,
  toCollectedEvent,
} from './to-collected.ts'
