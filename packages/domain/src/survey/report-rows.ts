// Rows of the report from what was counted. Pure.
import type { SurveyQuestionRow } from '@tillsight/database'
import { other } from './channels.ts'
import type { SurveyReport } from './outputs.ts'
import type { Meaning } from './survey-settings.ts'
import { shareOfAnswers, toMillionth } from './survey-settings.ts'

/** What a report is made of. */
export interface ReportFacts {
  /** Answers to the wording by option, skipped ones left out. */
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

/** One for each option as asked, `other` last. Options of one channel are compared with clicks together, not one by one. */
export function toRows({ wording, labels, meaningOf, ...facts }: RowFacts): Row[] {
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

/** One for each channel that options stand for, the largest difference first. */
export function toChannelRows(rows: readonly Row[], facts: ReportFacts): ChannelRow[] {
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

/** The channel's part of all credited orders. */
function attributedTo(channel: string, credited: ReportFacts['credited']): number | null {
  const all = credited.values().reduce((sum, part) => sum + part, 0)
  return channel === '' || all === 0 ? null : toMillionth((credited.get(channel) ?? 0) / all)
}
