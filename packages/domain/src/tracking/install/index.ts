// Files and snippets that put tracking into a shop, with its key and this installation's address in them. Knows no HTTP, and
// of the script only its text.
export { type InstallFileKind, installFiles, makeInstallFile } from './install-files.ts'
export { type ConsentMode, consentModes, type Installation, type InstallFile, type PixelCode } from './installation.ts'
export { type Arrivals, showArrivals } from './show-arrivals.ts'
export {
  plainSnippet,
  shopifyCartSnippet,
  shopifyCustomPixel,
  surveyLink,
  surveySnippet,
  thanksSnippet,
} from './snippets.ts'
