import { adPlatforms } from '@tillsight/platforms'
import { ruleNotes } from '../../blocks/claims/claim-choices.ts'
import type { Result } from '../../services.ts'
import type { AdsQuery } from './query.server.ts'

/**
 * The rules that reported conversions are counted by, where they differ from the platform's own setting, and what the default
 * rule excludes.
 */
export function claimNotes(query: AdsQuery, result: Pick<Result, 'claims'>): readonly string[] {
  const ruled = ruleNotes(result, query.services.catalogue())
  const kept = adPlatforms.flatMap(({ id, untold }) =>
    untold && result.claims?.[id] === undefined && query.choices.kinds.includes(untold.kind) ? [untold.hint] : [],
  )
  return [...ruled, ...kept]
}
