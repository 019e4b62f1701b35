// Share links: one view of a shop, seen without an account, with the rights that whoever made it has now. Must not know HTTP,
// cookies or how figures are put into words.
export { createShare, listShares, revokeAllShares, revokeShare } from './change-shares.ts'
export { type OpenShare, openShare, readShare, type ShareDoor } from './open-share.ts'
export { NewShare, ShareRange, ShareView } from './share-view.ts'
export { SharedFigures } from './shared-figures.ts'
