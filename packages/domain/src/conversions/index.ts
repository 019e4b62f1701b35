// Orders that ad platforms are told of: how that is set up for a shop, whom consent covers, the queue and what became of it.
// Must not know how platforms want it said: that is the connectors'.
export { getConversions } from './get-conversions.ts'
export { conversionRequestsByJobs, handleConversionJobs } from './jobs.ts'
export { listConversions } from './list-conversions.ts'
export { listConversionDestinations } from './list-destinations.ts'
export { listConversionTargets } from './list-targets.ts'
export { ConversionEntry, ConversionState, Conversions } from './outputs.ts'
export { resendConversions } from './resend-conversions.ts'
export { saveConversionSetup } from './save-conversion-setup.ts'
export { switchConversions } from './switch-conversions.ts'
export { tryConversions } from './try-conversions.ts'
