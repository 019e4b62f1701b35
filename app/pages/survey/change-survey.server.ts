import { AppError } from '@tillsight/core'
import { toFormFailure } from '../../failures.server.ts'
import { formText } from '../../form-text.ts'
import type { ShopServices } from '../../services.ts'
import { arrange, readMappings, readQuestion, typedOf } from './draft.ts'
import type { SurveyOutcome } from './model.ts'

/** What a form led to: the page to go on with, or the same page with an answer. */
export type SurveyChange =
  | { readonly done: 'question' | 'mappings' }
  | { readonly outcome: SurveyOutcome; readonly status: number }

/** Carries out a form of the page. What the person can mend is an outcome; everything else is thrown on. */
export async function changeSurvey(services: Pick<ShopServices, 'run'>, request: Request): Promise<SurveyChange> {
  const form = await request.formData()
  const intent = formText(form, 'intent')
  if (intent === 'mappings') return await saveMappings(services, form)
  const draft = readQuestion(form)
  if (/^(?:add|remove:\d{1,2})$/.test(intent))
    return { outcome: { form: 'question', draft: arrange(draft, intent), errors: {} }, status: 200 }
  if (intent !== 'question')
    throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
  try {
    await services.run('survey.save', typedOf(draft))
    return { done: 'question' }
  } catch (refusal) {
    const { body, status } = toFormFailure(refusal)
    return { outcome: { form: 'question', draft, errors: body.fields, message: body.message }, status }
  }
}

async function saveMappings(services: Pick<ShopServices, 'run'>, form: FormData): Promise<SurveyChange> {
  const mappings = readMappings(form)
  try {
    await services.run('survey.mappings', {
      mappings: mappings.map(({ answer, channel, platform }) => ({ answer, channel, platform })),
    })
    return { done: 'mappings' }
  } catch (refusal) {
    const { body, status } = toFormFailure(refusal)
    return { outcome: { form: 'mappings', mappings, errors: body.fields, message: body.message }, status }
  }
}
