// Models of all journeys together: Markov chains solved exactly, and Shapley values, of orders and of rates.
export { markov } from './markov.ts'
export type { PathRow } from './paths.ts'
export { shapley, shapleyOrdered } from './shapley.ts'
export { journeysPerSet, shapleyOfSets, shapleyRate } from './shapley-rate.ts'
