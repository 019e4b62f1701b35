// Orders that ad platforms are told of: how that is set up for a shop, whom consent covers, the queue and what became of it.
// Must not know how platforms want it said: that is the connectors'.
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
