import { nextWriteVersion, reopenSurveyAnswers, saveSurveyMappings as storeMappings } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { loadSurvey } from './load-survey.ts'
import { Survey } from './outputs.ts'

/** As figures name channels and platforms: `word_of_mouth`. */
const Name = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text.replaceAll(/[\s-]+/g, '_'))
  .refine(
    (text) => /^[a-z0-9_]{0,40}$/.test(text),
    'A name has letters, digits and _ only, 40 at most, such as word_of_mouth',
  )

const MappingInput = z.strictObject({
  answer: z.string().regex(/^[a-z0-9_]{1,40}$/, 'Name the answer by its id, or “other”'),
  /** Empty: the answer earns no credit. */
  channel: Name,
  platform: Name.default(''),
})

/**
 * Says what answers stand for; those that are left out stay as they are. Answers that were given before follow: what the
 * warehouse knows of them is written anew, and their orders' journeys after it.
 */
export const saveSurveyMappings = defineVerb({
  name: 'survey.mappings',
  needs: 'tracking:write',
  access: 'write',
  input: z.strictObject({ mappings: z.array(MappingInput).max(500, 'There are 500 answers at most') }),
  output: Survey,
  async run({ queries, shop }: ShopContext, { mappings }) {
    const before = new Map((await loadSurvey(queries, shop)).mappings.map((each) => [each.answer, each]))
    const last = new Map(mappings.map((each) => [each.answer, each]))
    const changed = [...last.values()].filter(({ answer, channel, platform }) => {
      const known = before.get(answer)
      return known === undefined || known.channel !== channel || known.platform !== platform
    })
    await storeMappings(queries, shop.id, changed)
    const answers = changed.map(({ answer }) => answer)
    await reopenSurveyAnswers(queries, shop.id, { answers, pending: await nextWriteVersion(queries) })
    return loadSurvey(queries, shop)
  },
})
