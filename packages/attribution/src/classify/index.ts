// The channel of a visit, by its address and where it came from.
export { classify } from './classify.ts'
export type { Landing } from './landing.ts'
