// The channel of a visit, by its address and where it came from.
export { classify, type Evidence } from './classify.ts'
export { clickIds, type Landing, readParameters } from './landing.ts'
export { bareHost, isWithin, readReferrer, usualBouncers } from './sources.ts'
