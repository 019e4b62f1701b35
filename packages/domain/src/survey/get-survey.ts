import { z } from 'zod'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { loadSurvey } from './load-survey.ts'
import { Survey } from './outputs.ts'

/** What buyers of the shop are asked, whether they are, and what their answers stand for. */
export const getSurvey = defineVerb({
  name: 'survey.get',
  needs: 'metrics:read',
  access: 'read',
  input: z.strictObject({}),
  output: Survey,
  run: ({ queries, shop }: ShopContext) => loadSurvey(queries, shop),
})
