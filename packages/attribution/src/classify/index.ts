// Classifies the channel of a visit by its landing address and referrer.
export { classify, type Evidence } from './classify.ts'
export { clickIds, type Landing, readParameters } from './landing.ts'
export { bareHost, isWithin, readReferrer, usualBouncers } from './sources.ts'
