// Ads of a shop: what platforms said, booked; which accounts are read; reach and pictures on demand.
// Must not know any platform; connectors say what there is.

export { chooseAccounts, listAccounts } from './accounts.ts'
export { AdFileReport, importAds } from './import-ads.ts'
export { type AdJobServices, adRequestsByJobs, handleAdJobs } from './jobs.ts'
export { findPicture } from './pictures.ts'
export { askReach } from './reach.ts'
