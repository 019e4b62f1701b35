// Guides for connecting a platform to this installation, with its addresses, and checks of what is still wrong. Must not know
// a platform: texts, ways and remote checks come from its connector.
export { checkSetup, SetupFinding } from './check-setup.ts'
export { GuideView, getGuide } from './get-guide.ts'
