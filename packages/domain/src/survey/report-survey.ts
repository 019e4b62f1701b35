import { AppError } from '@tillsight/core'
import { dayOf } from '@tillsight/core/days'
import {
  findSurveyAnswers,
  listPendingSurveyAnswers,
  listSurveyQuestions,
  type SurveyQuestionRow,
} from '@tillsight/database'
import { z } from 'zod'
import { askedModels, queryAttribution } from '../attribution/index.ts'
import { checkDays, DayInput } from '../attribution/query/question.ts'
import { unknownSpend } from '../attribution/query/spending.ts'
import { defineVerb, permissionsOf, run, type ShopContext } from '../context/index.ts'
import { usualQuestion } from './channels.ts'
import { toMillionth } from './interval.ts'
import { labelsOf, loadMeanings } from './load-survey.ts'
import { SurveyReport } from './outputs.ts'
import { toChannelRows, toRows } from './report-rows.ts'
import { type AnswerCount, readAnswers, readOtherOrders } from './report-sql.ts'

const ReportInput = z
  .strictObject({
    from: DayInput,
    to: DayInput,
    /** Which wording; the newest one that was answered when absent. */
    version: z.int().min(1).optional(),
    model: z.enum(askedModels).default('last_non_direct'),
  })
  .superRefine(checkDays)
type ReportInput = z.output<typeof ReportInput>

const mostOthers = 100
/** The interval's formula is for more than these. */
const fewAnswers = 30

/**
 * What buyers of some days said brought them, beside what their clicks say. Of one wording only: answers to different questions
 * are never added up.
 */
export const reportSurvey = defineVerb({
  name: 'survey.report',
  needs: 'metrics:read',
  access: 'read',
  input: ReportInput,
  output: SurveyReport,
  async run(ctx: ShopContext, asked) {
    const { from, to, model } = asked
    const [versions, { orders, counts }, meaningOf, credited, pending] = await Promise.all([
      listSurveyQuestions(ctx.queries, ctx.shop.id),
      readAnswers(ctx, asked),
      loadMeanings(ctx.queries, ctx.shop),
      run(queryAttribution, ctx, { from, to, model, limit: 1000 }),
      listPendingSurveyAnswers(ctx.queries, ctx.shop.id, 1),
    ])
    const wording = chooseVersion(asked, versions, counts)
    const own = new Map(
      counts.filter(({ version }) => version === wording.version).map((count) => [count.answer, count.answers]),
    )
    const skipped = own.get('') ?? 0
    own.delete('')
    const answers = own.values().reduce((sum, count) => sum + count, 0)
    const earned = new Map(credited.rows.map((row) => [row.channel, Number(row.orders)]))
    const facts = { counts: own, answers, orders, credited: earned }
    const rows = toRows({ ...facts, wording, labels: labelsOf(versions), meaningOf })
    return {
      from,
      to,
      version: wording.version,
      model,
      versions: toVersions(ctx, versions, counts),
      orders,
      answers,
      skipped,
      responseRate: orders === 0 ? null : toMillionth(answers / orders),
      rows,
      channels: toChannelRows(rows, facts),
      others: await listOthers(ctx, asked, wording.version),
      // Of the credit only orders are told here.
      warnings: [
        ...warningsOf(answers, pending.length > 0),
        ...credited.warnings.filter((warning) => warning !== unknownSpend),
      ],
    }
  },
})

function chooseVersion(
  { version }: ReportInput,
  versions: readonly SurveyQuestionRow[],
  counts: readonly AnswerCount[],
): Pick<SurveyQuestionRow, 'version' | 'options' | 'allowsOther'> {
  const answered = new Set(counts.filter(({ answer }) => answer !== '').map((count) => count.version))
  if (version === undefined)
    return versions.find((known) => answered.has(known.version)) ?? versions[0] ?? usualQuestion
  const found = versions.find((known) => known.version === version)
  if (found) return found
  throw new AppError('not_found', `The shop has never asked version ${version} of the question.`)
}

function toVersions(
  { shop }: ShopContext,
  versions: readonly SurveyQuestionRow[],
  counts: readonly AnswerCount[],
): SurveyReport['versions'] {
  return versions.map(({ version, text, createdAt }, index) => {
    const next = versions[index - 1]
    return {
      version,
      text,
      from: dayOf(createdAt, shop.zone),
      to: next === undefined ? null : dayOf(next.createdAt, shop.zone),
      answers: counts.reduce(
        (sum, each) => sum + (each.version === version && each.answer !== '' ? each.answers : 0),
        0,
      ),
    }
  })
}

/** The same words count together, as they were written last. What buyers wrote may name somebody. */
async function listOthers(ctx: ShopContext, range: ReportInput, version: number): Promise<SurveyReport['others']> {
  if (!permissionsOf(ctx.actor).includes('orders:read')) return null
  const orders = await readOtherOrders(ctx, { range, version })
  const texts = new Map<string, { text: string; count: number }>()
  for (const { otherText: text } of (await findSurveyAnswers(ctx.queries, ctx.shop.id, orders)).toReversed()) {
    if (text === '') continue
    const known = texts.get(text.toLowerCase())
    if (known) known.count += 1
    else texts.set(text.toLowerCase(), { text, count: 1 })
  }
  return [...texts.values()].slice(0, mostOthers)
}

function warningsOf(answers: number, isPending: boolean): string[] {
  const few = `There are only ${answers} answers: the intervals are wide, and shares can change a lot with the next answers.`
  const late = 'Answers of the last minutes are being counted and are not in yet.'
  return [...(answers > 0 && answers < fewAnswers ? [few] : []), ...(isPending ? [late] : [])]
}
