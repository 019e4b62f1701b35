// The shop's ads: which accounts are read, imports, and reach and pictures on demand. Must not know any platform; connectors
// supply them.

export { chooseAccounts, listAccounts } from './accounts.ts'
export { AdFileReport, importAds } from './import-ads.ts'
export { type AdJobServices, adRequestsByJobs, handleAdJobs } from './jobs.ts'
export { findPicture, findProductPicture } from './pictures.ts'
export { askReach } from './reach.ts'
