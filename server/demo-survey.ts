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
    const { text, options, allowsOther } = question
    if (isUntouched) await run(saveSurvey, ctx, { enabled: true, text, options, allowsOther })
    const pending = await nextWriteVersion(ctx.queries)
    const answers = demoAnswers(advertiser, { createdAt, until }).map(({ order, at, answer, text: words, source }) => ({
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
