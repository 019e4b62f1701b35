import type { AttributionResult } from '@tillsight/domain'
import { figureText } from '../../format/index.ts'
import type { CreditQuery } from './query.server.ts'
import { sayIn } from './words.server.ts'

/** What a fitted model was trained on, in a sentence, and that it is too little where it is. */
export function printFit(query: CreditQuery, fit: NonNullable<AttributionResult['fit']>): string {
  const say = sayIn(query)
  const count = (journeys: number) => figureText(journeys, 'count', query.services.shop.display)
  const counted = say('printed.fit', {
    count: fit.conversions,
    journeys: count(fit.conversions),
    lost: count(fit.lost),
  })
  return fit.is_enough ? counted : `${counted} ${say('printed.fit_few')}`
}
