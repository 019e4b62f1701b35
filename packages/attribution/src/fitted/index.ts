// Models of all journeys together: Markov chains solved exactly, and Shapley values in closed form.
export { markov } from './markov.ts'
export type { PathRow } from './paths.ts'
export { shapley, shapleyOrdered } from './shapley.ts'
