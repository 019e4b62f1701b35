// Pages that are made of several features, each in a folder with what loads it. Features never import each other:
// here they meet. Knows no service beyond the features' own loaders.
export { HubScreen } from './hub/hub-screen.tsx'
export { SetupDoneScreen } from './setup/setup-done-screen.tsx'
export { SummaryScreen } from './summary/summary-screen.tsx'
