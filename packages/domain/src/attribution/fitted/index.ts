// Models that are fitted to all journeys of some days together (attribution.md §10): what breaks without a channel.
// Must not know who shows them.
export { type FittedMarkov, fitMarkov, toEffects } from './fit-markov.ts'
export { shareByChain } from './fitted-credit.ts'
export { endedDays, readPaths } from './read-paths.ts'
