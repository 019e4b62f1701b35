// Conversions sent to ad platforms: set-up per shop, consent, the queue and its outcomes. Must not know platform formats:
// those belong to the connectors.
export { getConversions } from './get-conversions.ts'
export { conversionRequestsByJobs, handleConversionJobs } from './jobs.ts'
export {
  listConversionDestinations,
  listConversions,
  listConversionTargets,
  resendConversions,
  switchConversions,
} from './list-conversions.ts'
export { ConversionEntry, ConversionState, Conversions } from './outputs.ts'
export { saveConversionSetup, tryConversions } from './save-conversion-setup.ts'
export { sealedByConversions } from './setup.ts'
