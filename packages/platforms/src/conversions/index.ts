// Sending orders to ad platforms: what is sent, how personal data is normalised and hashed, and the results. Must not know
// any platform.
export {
  type ClickParameter,
  type ConversionDestination,
  type ConversionOutcome,
  type ConversionReceipt,
  type ConversionRequest,
  type ConversionSetup,
  type ConversionsSpec,
  clickParameters,
  type MatchKind,
  matchKinds,
  type PurchaseBuyer,
  type PurchaseClick,
  type PurchaseEvent,
  type PurchaseItem,
} from './contract.ts'
export {
  hashed,
  normaliseEmail,
  normaliseGoogleEmail,
  normaliseName,
  normalisePhone,
  normalisePlace,
  normalisePostcode,
} from './hashing.ts'
export { ageInDays, filled, findsNobody, listed, piecesOf, secondsOf, sendInHalves } from './sending.ts'
