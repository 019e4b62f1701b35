// Models fitted to all journeys together: Markov chains solved exactly, and Shapley values of orders and of conversion rates.
export { markov } from './markov.ts'
export type { PathRow } from './paths.ts'
export { journeysPerSet, shapley, shapleyOfSets, shapleyOrdered, shapleyRate } from './shapley.ts'
