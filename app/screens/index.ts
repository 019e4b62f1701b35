// Pages that are made of several features, each in a folder with what loads it. Features never import each other:
// here they meet. Knows no service beyond the features' own loaders.
export { SummaryScreen } from './summary/summary-screen.tsx'
