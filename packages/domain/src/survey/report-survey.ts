import { AppError } from '@tillsight/core'
import { type Day, dayOf, endOfDay, startOfDay } from '@tillsight/core/days'
import {
  findSurveyAnswers,
  listPendingSurveyAnswers,
  listSurveyQuestions,
  type SurveyQuestionRow,
} from '@tillsight/database'
import { checkRange, DayInput } from '@tillsight/metrics'
import { z } from 'zod'
import { queryAttribution, unknownSpend } from '../attribution/index.ts'
import { defineVerb, permissionsOf, run, type ShopContext } from '../context/index.ts'
import { requestedModels } from '../credit/index.ts'
import { isInTimeSql } from '../journeys/index.ts'
import { other, usualQuestion } from './channels.ts'
import { SurveyReport } from './outputs.ts'
import { labelsOf, loadMeanings, type Meaning, shareOfAnswers, toMillionth } from './survey-settings.ts'

// Builds the report's rows from counts. Pure.

/** Input of the report. */
interface ReportFacts {
  /** Responses to the version, by option, without skipped ones. */
  readonly counts: ReadonlyMap<string, number>
  readonly answers: number
  /** Counted orders of the days. */
  readonly orders: number
  /** Fractional orders by channel. */
  readonly credited: ReadonlyMap<string, number>
}

interface RowFacts extends ReportFacts {
  readonly wording: Pick<SurveyQuestionRow, 'options' | 'allowsOther'>
  readonly labels: ReadonlyMap<string, string>
  readonly meaningOf: (answer: string) => Meaning
}

type Row = SurveyReport['rows'][number]
type ChannelRow = SurveyReport['channels'][number]

/**
 * One row per option in the order asked, `other` last. Options that share a channel are compared with clicks together, not
 * individually.
 */
function toRows({ wording, labels, meaningOf, ...facts }: RowFacts): Row[] {
  const own = new Map(wording.options.map(({ id, label }) => [id, label]))
  const answers = [...own.keys(), ...(wording.allowsOther ? [other] : [])]
  const channels = answers.map((answer) => meaningOf(answer).channel)
  return answers.map((answer): Row => {
    const { channel, platform } = meaningOf(answer)
    const compared = compare(channel, facts.counts.get(answer) ?? 0, facts)
    const isShared = channels.filter((each) => each === channel).length > 1
    const label = own.get(answer) ?? labels.get(answer) ?? answer
    return { answer, label, channel, platform, ...compared, gap: isShared ? null : compared.gap }
  })
}

/** One row per channel that options map to, largest difference first. */
function toChannelRows(rows: readonly Row[], facts: ReportFacts): ChannelRow[] {
  const answers = new Map<string, number>()
  for (const row of rows)
    if (row.channel !== '') answers.set(row.channel, (answers.get(row.channel) ?? 0) + row.answers)
  return [...answers]
    .map(([channel, count]) => ({ channel, ...compare(channel, count, facts) }))
    .sort((one, two) => Math.abs(two.gap ?? 0) - Math.abs(one.gap ?? 0) || (one.channel < two.channel ? -1 : 1))
}

function compare(channel: string, count: number, facts: ReportFacts): Omit<ChannelRow, 'channel'> {
  const { share, low, high } = shareOfAnswers(count, facts.answers)
  const attributedShare = attributedTo(channel, facts.credited)
  const ofOrders = (part: number | null) => (part === null ? null : Math.round(part * facts.orders * 100) / 100)
  return {
    answers: count,
    share,
    low,
    high,
    extrapolatedOrders: ofOrders(share),
    extrapolatedLow: ofOrders(low),
    extrapolatedHigh: ofOrders(high),
    attributedShare,
    gap: attributedShare === null || share === null ? null : toMillionth(share - attributedShare),
  }
}

/** The channel's share of all credited orders. */
function attributedTo(channel: string, credited: ReportFacts['credited']): number | null {
  const all = credited.values().reduce((sum, part) => sum + part, 0)
  return channel === '' || all === 0 ? null : toMillionth((credited.get(channel) ?? 0) / all)
}

const placed = "toDateTime({placed_from:UInt32}, 'UTC') AND placed_at < toDateTime({placed_until:UInt32}, 'UTC')"
const counted = `FROM journeys WHERE shop_id = {shop:UUID} AND cancelled = 0 AND placed_at >= ${placed}`
const answered = `
  FROM (SELECT order_id, question_version, toString(answer) AS said, toUnixTimestamp64Milli(answered_at) AS said_ms
    FROM survey_answers WHERE shop_id = {shop:UUID}) AS answers
  INNER JOIN (SELECT order_id AS its_order, toInt64(toUnixTimestamp(placed_at)) * 1000 AS placed_ms ${counted}) AS orders
    ON answers.order_id = orders.its_order
  WHERE ${isInTimeSql('said_ms', 'placed_ms')}`

const OrdersRow = z.object({ orders: z.coerce.number() })
const ordersSql = `SELECT count() AS orders ${counted}`

const CountRow = z.object({ version: z.coerce.number(), answer: z.string(), answers: z.coerce.number() })
const countsSql = `SELECT question_version AS version, said AS answer, count() AS answers ${answered}
  GROUP BY question_version, said`

const OtherRow = z.object({ order: z.string() })
const othersSql = `SELECT order_id AS order ${answered} AND said = '${other}' AND question_version = {asked:UInt32}
  ORDER BY said_ms DESC, order_id LIMIT 5000`

const ReportInput = z
  .strictObject({
    from: DayInput,
    to: DayInput,
    /** Version of the question; by default the newest with responses. */
    version: z.int().min(1).optional(),
    model: z.enum(requestedModels).default('last_non_direct'),
  })
  .superRefine(checkRange)
type ReportInput = z.output<typeof ReportInput>

const mostOthers = 100
/** The interval's formula is unreliable up to this many responses. */
const fewAnswers = 30

/**
 * What buyers of some days said brought them to the shop, compared with their clicks. Covers one version of the question
 * only: responses to different questions are never added up.
 */
export const reportSurvey = defineVerb({
  name: 'survey.report',
  needs: 'attribution:read',
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
      // This report only uses the orders of the credit.
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

/**
 * Groups equal texts, ignoring case, in their latest spelling. Free text can contain personal data, so it needs the orders
 * permission.
 */
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

// Reads the counts of the report. A response counts as in journeys: for a counted order, and given in time.
type Range = { readonly from: Day; readonly to: Day }
/** Number of times a response was given to a version. */
type AnswerCount = z.infer<typeof CountRow>

/** Counted orders of the days, and their responses by version and option; '' for skipped. */
async function readAnswers(
  { warehouse, shop }: ShopContext,
  range: Range,
): Promise<{ readonly orders: number; readonly counts: readonly AnswerCount[] }> {
  const params = toParams(shop, range)
  const [orders, counts] = await Promise.all([
    warehouse.read({ sql: ordersSql, params }, OrdersRow),
    warehouse.read({ sql: countsSql, params }, CountRow),
  ])
  return { orders: orders[0]?.orders ?? 0, counts }
}

/** Orders with free-text responses, newest responses first. */
async function readOtherOrders(
  { warehouse, shop }: ShopContext,
  { range, version }: { readonly range: Range; readonly version: number },
): Promise<string[]> {
  const params = { ...toParams(shop, range), asked: version }
  return (await warehouse.read({ sql: othersSql, params }, OtherRow)).map(({ order }) => order)
}

function toParams({ zone }: ShopContext['shop'], { from, to }: Range) {
  const seconds = (instant: Date) => instant.getTime() / 1000
  return { placed_from: seconds(startOfDay(from, zone)), placed_until: seconds(endOfDay(to, zone)) }
}
