import { fixedClock } from '@tillsight/core'
import { addSurveyAnswers, nextWriteVersion } from '@tillsight/database'
import { getSurvey, run, saveSurvey, writeSurveyAnswers } from '@tillsight/domain'
import type { Advertiser } from '../demo/ads/plan.ts'
import type { DemoPlan } from '../demo/plan.ts'
import { demoAnswers } from '../demo/survey.ts'
import type { Contexts } from './contexts.ts'
import { demoShops } from './demo-shops.ts'

const asking = ['demo', 'shopify'] as const satisfies readonly Advertiser[]

/**
 * Has the shops ask their buyers, and brings in what those answered up to now; what is known already stays. Where somebody
 * has worded the question otherwise or switched it off, it is left to them.
 */
export async function importDemoSurvey(
  contexts: Contexts,
  { createdAt }: Pick<DemoPlan, 'createdAt'>,
  { until, stopping }: { readonly until: Date; readonly stopping: AbortSignal },
): Promise<void> {
  for (const advertiser of asking) {
    stopping.throwIfAborted()
    const ctx = await contexts.shop(demoShops[advertiser].domain)
    const { enabled, question } = await run(getSurvey, ctx, {})
    const isUntouched = question.version === 0
    if (!isUntouched && (question.version > 1 || !enabled)) continue
    const given = demoAnswers(advertiser, { createdAt, until })
    if (isUntouched) {
      const { text, options, allowsOther } = question
      // Buyers have been asked for as long as they have been answering.
      const since = new Date(Math.min(until.getTime(), ...given.map(({ at }) => at.getTime())))
      await run(saveSurvey, { ...ctx, clock: fixedClock(since) }, { enabled: true, text, options, allowsOther })
    }
    const pending = await nextWriteVersion(ctx.queries)
    const answers = given.map(({ order, at, answer, text: words, source }) => ({
      orderId: order,
      version: 1,
      answer,
      otherText: words,
      answeredAt: at,
      source,
      pending,
    }))
    await addSurveyAnswers(ctx.queries, ctx.shop.id, answers)
    await writeSurveyAnswers(ctx)
  }
}
