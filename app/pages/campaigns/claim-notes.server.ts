import { ruleNotes } from '../../blocks/claims/claim-choices.ts'
import type { Answer } from '../../services.ts'
import type { AdsQuestion } from './question.server.ts'

/** By which rules claims are counted, where that is not what the platform does by itself, and what a usual rule leaves out. */
export function claimNotes(question: AdsQuestion, answer: Pick<Answer, 'claims'>): readonly string[] {
  const ruled = ruleNotes(answer, question.services.catalogue())
  return answer.claims?.tiktokads === undefined && question.choices.kinds.includes('GMV Max')
    ? [...ruled, gmvMax]
    : ruled
}

/** Its orders happen inside TikTok Shop, so that the platform keeps them apart from purchases on the website. */
const gmvMax =
  'Orders of GMV Max are shown by the rule “TikTok Shop orders of GMV Max” of TikTok Ads: choose it under Claims.'
