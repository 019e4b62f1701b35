import type { FactsFollower } from './context/index.ts'
import { followWithJourneys } from './journeys/index.ts'
import { writeShares } from './spend/index.ts'

/** Keeps everything up to date that is derived from a shop's facts: journeys, and spend that is a percentage of figures. */
export const followFacts: FactsFollower = { ...followWithJourneys, followDays: writeShares }
