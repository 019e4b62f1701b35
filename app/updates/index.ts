// News of the product itself in open pages: a newer build, a lost network, being installed.
// Knows no shop and no figure; what a page shows is never changed from here.
export { MissingPages } from './missing-pages.tsx'
export { Updates } from './updates.tsx'
