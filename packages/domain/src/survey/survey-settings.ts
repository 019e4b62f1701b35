import { randomBytes } from 'node:crypto'
import {
  addSurveyQuestion,
  type Db,
  isSurveyEnabled,
  listGivenSurveyAnswers,
  listSurveyMappings,
  listSurveyQuestions,
  listTrackingKeys,
  nextWriteVersion,
  reopenSurveyAnswers,
  type SurveyQuestionRow,
  saveSurveyMappings as storeMappings,
  switchSurvey,
} from '@tillsight/database'
import { z } from 'zod'
import { changesBetween, recordAudit } from '../audit/index.ts'
import { defineVerb, type Shop, type ShopContext } from '../context/index.ts'
import { loadTrackingSettings } from '../tracking/index.ts'
import { knownChannels, other, usualMeaning, usualQuestion } from './channels.ts'
import { Survey, type SurveyMapping } from './outputs.ts'

// The confidence interval of a share (attribution.md §13). Pure.

/** Covers 95 % of a normal distribution. */
const standardErrors = 1.96

/** A share with its interval, as fractions to a millionth; null without responses. */
interface ShareInterval {
  readonly share: number | null
  readonly low: number | null
  readonly high: number | null
}

/** p ± 1.96·√(p(1−p)/n), limited to 0 and 1. */
export function shareOfAnswers(answers: number, all: number): ShareInterval {
  if (all === 0) return { share: null, low: null, high: null }
  const share = answers / all
  const half = standardErrors * Math.sqrt((share * (1 - share)) / all)
  const [low, high] = [Math.max(0, share - half), Math.min(1, share + half)]
  return { share: toMillionth(share), low: toMillionth(low), high: toMillionth(high) }
}

/** Rounds to six decimals. */
export function toMillionth(fraction: number): number {
  return Math.round(fraction * 1e6) / 1e6
}

/** The channel and platform that a response maps to. */
export type Meaning = Pick<SurveyMapping, 'channel' | 'platform'>

/** Loads the current mapping of responses to channels. */
export async function loadMeanings(db: Db, shop: Pick<Shop, 'id'>): Promise<(answer: string) => Meaning> {
  const said = new Map((await listSurveyMappings(db, shop.id)).map((row) => [row.answer, row]))
  return (answer) => said.get(answer) ?? usualMeaning(answer)
}

/** Loads the shop's current survey. */
async function loadSurvey(db: Db, shop: Pick<Shop, 'id'>): Promise<Survey> {
  const [enabled, versions, meaningOf, given, keys, settings] = await Promise.all([
    isSurveyEnabled(db, shop.id),
    listSurveyQuestions(db, shop.id),
    loadMeanings(db, shop),
    listGivenSurveyAnswers(db, shop.id),
    listTrackingKeys(db, shop.id),
    loadTrackingSettings(db, shop),
  ])
  const { version, text, options, allowsOther } = versions[0] ?? usualQuestion
  const asked = [...options.map(({ id }) => id), ...(allowsOther ? [other] : [])]
  const labels = labelsOf(versions)
  for (const { id, label } of options) labels.set(id, label)
  const mappings = [...new Set([...asked, ...given])].map((answer) => {
    const { channel, platform } = meaningOf(answer)
    return { answer, label: labels.get(answer) ?? answer, channel, platform }
  })
  const channels = [
    ...knownChannels,
    ...settings.rules.map(({ channel }) => channel),
    ...mappings.map(({ channel }) => channel),
  ]
  return {
    enabled,
    question: { version, text, options: [...options], allowsOther },
    mappings,
    channels: [...new Set(channels)].filter((channel) => channel !== ''),
    key: keys.find(({ revokedAt }) => revokedAt === null)?.key ?? null,
  }
}

/** The latest label of each option; the newest version comes first. */
export function labelsOf(versions: readonly Pick<SurveyQuestionRow, 'options'>[]): Map<string, string> {
  const labels = new Map([[other, 'Something else']])
  for (const { options } of versions.toReversed()) for (const { id, label } of options) labels.set(id, label)
  return labels
}

/** The shop's survey: its question, whether it is enabled, and the mapping of responses. */
export const getSurvey = defineVerb({
  name: 'survey.get',
  needs: 'metrics:read',
  access: 'read',
  input: z.strictObject({}),
  output: Survey,
  run: ({ queries, shop }: ShopContext) => loadSurvey(queries, shop),
})

const Option = z.strictObject({
  /** Assigned by us; an option without an id is new, unless the newest version has one with the same label. */
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

/** Enables or disables the survey, and sets its question; a changed text or option creates a new version. */
export const saveSurvey = defineVerb({
  name: 'survey.save',
  needs: 'tracking:write',
  access: 'write',
  input: SaveSurveyInput,
  output: Survey,
  async run(ctx: ShopContext, { enabled, text, options, allowsOther }) {
    const { queries, shop, clock } = ctx
    const now = clock.now()
    // First, because it makes a concurrent save wait.
    await switchSurvey(queries, shop.id, { enabled, changedAt: now })
    const [newest] = await listSurveyQuestions(queries, shop.id)
    const asked = { text, options: withIds(options, newest ?? usualQuestion), allowsOther }
    if (newest === undefined || wordsOf(newest) !== wordsOf(asked)) {
      await addSurveyQuestion(queries, shop.id, { ...asked, version: (newest?.version ?? 0) + 1, createdAt: now })
    }
    await recordAudit(ctx, {
      action: 'survey.save',
      target: surveyTarget,
      changes: changesBetween({}, { enabled, text }),
    })
    return loadSurvey(queries, shop)
  },
})

const surveyTarget = { kind: 'survey', id: '', name: '' }

function withIds(options: SaveSurveyInput['options'], before: Pick<SurveyQuestionRow, 'options'>) {
  const taken = new Set(options.map(({ id }) => id))
  const known = new Map(before.options.filter(({ id }) => !taken.has(id)).map(({ id, label }) => [label, id]))
  return options.map(({ id, label }) => ({
    id: id ?? known.get(label) ?? `o_${randomBytes(5).toString('hex')}`,
    label,
  }))
}

/** Everything a buyer could notice; the order of options does not matter, as they are shown in random order. */
function wordsOf({ text, options, allowsOther }: Pick<SurveyQuestionRow, 'text' | 'options' | 'allowsOther'>): string {
  const sorted = options.map(({ id, label }) => [id, label]).sort(([one = ''], [two = '']) => (one < two ? -1 : 1))
  return JSON.stringify([text, sorted, allowsOther])
}

/** A channel's or platform's name in figures, such as `word_of_mouth`. */
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
  /** If empty, the response earns no credit. */
  channel: Name,
  platform: Name.default(''),
})

/**
 * Sets the channels that responses map to; options left out stay as they are. Earlier responses follow: they are rewritten in
 * the warehouse, and the journeys of their orders are derived again.
 */
export const saveSurveyMappings = defineVerb({
  name: 'survey.mappings',
  needs: 'tracking:write',
  access: 'write',
  input: z.strictObject({ mappings: z.array(MappingInput).max(500, 'There are 500 answers at most') }),
  output: Survey,
  async run(ctx: ShopContext, { mappings }) {
    const { queries, shop } = ctx
    const before = new Map((await loadSurvey(queries, shop)).mappings.map((each) => [each.answer, each]))
    const last = new Map(mappings.map((each) => [each.answer, each]))
    const changed = [...last.values()].filter(({ answer, channel, platform }) => {
      const known = before.get(answer)
      return known === undefined || known.channel !== channel || known.platform !== platform
    })
    await storeMappings(queries, shop.id, changed)
    const channels = (list: readonly { readonly answer: string; readonly channel: string }[]) =>
      Object.fromEntries(list.map(({ answer, channel }) => [answer, channel]))
    const known = changed.flatMap(({ answer }) => before.get(answer) ?? [])
    const changes = changesBetween(channels(known), channels(changed))
    await recordAudit(ctx, { action: 'survey.mappings', target: surveyTarget, changes })
    const answers = changed.map(({ answer }) => answer)
    await reopenSurveyAnswers(queries, shop.id, { answers, pending: await nextWriteVersion(queries) })
    return loadSurvey(queries, shop)
  },
})
