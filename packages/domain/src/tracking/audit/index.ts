// What the platforms' ads add to landing pages, and what of it arrives: everything that an audit of tags looks at.
// Judging it is the reader's: templates belong to the pages that show them.
export { listTaggedAds, TaggedAds } from './list-tagged-ads.ts'
