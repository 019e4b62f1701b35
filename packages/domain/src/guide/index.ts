// How a platform is connected to this very installation, with its addresses, and what is still wrong with that.
// Must not know a platform: texts, ways and what can be asked over there come from its connector.
export { checkSetup, SetupFinding } from './check-setup.ts'
export { GuideView, getGuide } from './get-guide.ts'
