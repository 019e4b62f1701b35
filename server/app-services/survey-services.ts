import { AppError } from '@tillsight/core'
import {
  type AskedModel,
  askedModels,
  getSurvey,
  permissionsOf,
  reportSurvey,
  requestSurveyWork,
  run,
  type ShopContext,
  type Survey,
  saveSurvey,
  saveSurveyMappings,
} from '@tillsight/domain'
import type { SurveyServices, SurveyView } from '../../app/survey.ts'
import type { Runtime } from '../runtime.ts'

/** What buyers are asked, bound to the context's actor. */
export function createSurveyServices(
  { jobs, clock, own }: Pick<Runtime, 'jobs' | 'clock' | 'own'>,
  ctx: ShopContext,
): SurveyServices {
  const toView = (survey: Survey): SurveyView => ({ ...survey, address: own.url() })
  return {
    mayChangeSurvey: permissionsOf(ctx.actor).includes('tracking:write'),
    survey: async () => toView(await run(getSurvey, ctx, {})),
    saveSurvey: async (typed) =>
      toView(await run(saveSurvey, ctx, { ...typed, options: typed.options.map((option) => ({ ...option })) })),
    async saveSurveyMappings(mappings) {
      const survey = await run(saveSurveyMappings, ctx, { mappings: mappings.map((mapping) => ({ ...mapping })) })
      await requestSurveyWork({ jobs, clock }, ctx.shop.id)
      return toView(survey)
    },
    surveyReport: ({ model, ...question }) =>
      run(reportSurvey, ctx, { ...question, ...(model === undefined ? {} : { model: toModel(model) }) }),
  }
}

function toModel(text: string): AskedModel {
  const model = askedModels.find((known) => known === text)
  if (model !== undefined) return model
  throw new AppError('invalid_input', `There is no model “${text}”. Choose one of the list.`, {
    details: { field: 'model' },
  })
}
