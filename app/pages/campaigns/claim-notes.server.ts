import { adPlatforms } from '@tillsight/platforms'
import { ruleNotes } from '../../blocks/claims/claim-choices.ts'
import type { Answer } from '../../services.ts'
import type { AdsQuestion } from './question.server.ts'

/**
 * The rules that reported conversions are counted by, where they differ from the platform's own setting, and what the default
 * rule excludes.
 */
export function claimNotes(question: AdsQuestion, answer: Pick<Answer, 'claims'>): readonly string[] {
  const ruled = ruleNotes(answer, question.services.catalogue())
  const kept = adPlatforms.flatMap(({ id, untold }) =>
    untold && answer.claims?.[id] === undefined && question.choices.kinds.includes(untold.kind) ? [untold.hint] : [],
  )
  return [...ruled, ...kept]
}
