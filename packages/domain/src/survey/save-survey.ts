import { randomBytes } from 'node:crypto'
import { addSurveyQuestion, listSurveyQuestions, type SurveyQuestionRow, switchSurvey } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { other, usualQuestion } from './channels.ts'
import { loadSurvey } from './load-survey.ts'
import { Survey } from './outputs.ts'

const Option = z.strictObject({
  /** Given out by us; an option without one is new, unless the newest wording has one of the same words. */
  id: z
    .string()
    .regex(/^[a-z0-9_]{1,40}$/, 'An id has at most 40 small letters, digits or “_”')
    .refine((id) => id !== other, 'The id “other” stands for answers in the buyer’s own words')
    .optional(),
  label: z.string().trim().min(1, 'An option has no words').max(100, 'An option has 100 characters at most'),
})

const SaveSurveyInput = z
  .strictObject({
    enabled: z.boolean(),
    text: z.string().trim().min(1, 'Write the question').max(200, 'A question has 200 characters at most'),
    options: z.array(Option).min(2, 'Give two options at least').max(20, 'There are 20 options at most'),
    /** Whether buyers may write an answer of their own. */
    allowsOther: z.boolean(),
  })
  .superRefine(({ options }, context) => {
    options.forEach(({ id, label }, at) => {
      const earlier = options.slice(0, at)
      const tell = (field: string, message: string) =>
        context.addIssue({ code: 'custom', message, path: ['options', at, field] })
      if (earlier.some((one) => one.label.toLowerCase() === label.toLowerCase()))
        tell('label', `There is an option “${label}” already`)
      if (id !== undefined && earlier.some((one) => one.id === id)) tell('id', `There is an option “${id}” already`)
    })
  })
type SaveSurveyInput = z.output<typeof SaveSurveyInput>

/** Switches asking on or off, and words the question; other words or options make another version of it. */
export const saveSurvey = defineVerb({
  name: 'survey.save',
  needs: 'tracking:write',
  access: 'write',
  input: SaveSurveyInput,
  output: Survey,
  async run({ queries, shop, clock }: ShopContext, { enabled, text, options, allowsOther }) {
    const now = clock.now()
    // First: it makes a second one who saves wait.
    await switchSurvey(queries, shop.id, { enabled, changedAt: now })
    const [newest] = await listSurveyQuestions(queries, shop.id)
    const asked = { text, options: withIds(options, newest ?? usualQuestion), allowsOther }
    if (newest === undefined || wordsOf(newest) !== wordsOf(asked)) {
      await addSurveyQuestion(queries, shop.id, { ...asked, version: (newest?.version ?? 0) + 1, createdAt: now })
    }
    return loadSurvey(queries, shop)
  },
})

function withIds(options: SaveSurveyInput['options'], before: Pick<SurveyQuestionRow, 'options'>) {
  const taken = new Set(options.map(({ id }) => id))
  const known = new Map(before.options.filter(({ id }) => !taken.has(id)).map(({ id, label }) => [label, id]))
  return options.map(({ id, label }) => ({
    id: id ?? known.get(label) ?? `o_${randomBytes(5).toString('hex')}`,
    label,
  }))
}

/** What a buyer could notice: options are shown in random order. */
function wordsOf({ text, options, allowsOther }: Pick<SurveyQuestionRow, 'text' | 'options' | 'allowsOther'>): string {
  const sorted = options.map(({ id, label }) => [id, label]).sort(([one = ''], [two = '']) => (one < two ? -1 : 1))
  return JSON.stringify([text, sorted, allowsOther])
}
