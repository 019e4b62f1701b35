import type { Survey, SurveyReport } from '@tillsight/domain'
import { creditModel, creditSearch } from '../../blocks/credit/credit-choice.ts'
import { creditNames } from '../../blocks/credit/credit-names.server.ts'
import { type FigureFormat, figureText, missing, rangeText, signedText } from '../../format/index.ts'
import type { Say } from '../../language/index.ts'
import { sayServer } from '../../language/server-words.server.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import type { ShopServices } from '../../services.ts'
import type { ShareModel, SurveyReportModel, WordingModel } from './model.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

/** Below this number of responses the confidence interval is wider than the share itself. */
const smallSample = 30

/** Models offered for comparison with the responses. */
const comparedModels = ['last_non_direct', 'linear_all', 'shapley', 'first_click'] as const

interface ReportRequest {
  readonly services: Pick<ShopServices, 'run'> & { readonly shop: { readonly display: FigureFormat } }
  readonly survey: { readonly enabled: boolean; readonly question: Pick<Survey['question'], 'text'> }
  readonly state: SearchState
  /** Shop days, both ends included. */
  readonly range: { readonly from: string; readonly to: string }
}

/** Results for one version of the question: the one in the address (`tab=v2`), else the newest with responses. */
export async function loadReport({ services, survey, state, range }: ReportRequest): Promise<SurveyReportModel> {
  const [, version] = /^v(\d{1,6})$/.exec(state.tab ?? '') ?? []
  // A model that uses survey responses must not be compared with them.
  const model = state.credit.model !== 'survey_blend' && creditModel(state.credit.model ?? '')?.id
  const report = await services.run('survey.report', {
    from: range.from,
    to: range.to,
    ...(version === undefined ? {} : { version: Number(version) }),
    ...(model ? { model } : {}),
  })
  const format = services.shop.display
  const language = format.language ?? 'en'
  const say = pageWords.say(language)
  const names = creditNames(language)
  const widest = Math.max(0, ...report.rows.flatMap((row) => [row.high ?? 0, row.attributedShare ?? 0]))
  const widestChannel = Math.max(0, ...report.channels.flatMap((row) => [row.high ?? 0, row.attributedShare ?? 0]))
  return {
    isNew: report.versions.length === 0,
    isOn: survey.enabled,
    wording: report.versions.find((each) => each.version === report.version)?.text ?? survey.question.text,
    wordings: report.versions.map((each) => printWording(each, { report, state, format, say })),
    figures: printFigures(report, format, say),
    answers: report.answers,
    isSmall: report.answers > 0 && report.answers < smallSample,
    models: [...new Set([...comparedModels, report.model])].map((id) => ({
      name: names.model(id),
      to: creditSearch(state, { model: id }),
      isChosen: id === report.model,
    })),
    rows: report.rows.map((row) => ({
      key: row.answer,
      label: row.label,
      channel: row.channel === '' ? say('table.noChannel') : names.channel(row.channel),
      ...printCompared(row, { format, widest }),
    })),
    channels: report.channels.map((row) => ({
      key: row.channel,
      label: names.channel(row.channel),
      ...printCompared(row, { format, widest: widestChannel }),
    })),
    others: report.others,
    notes: report.warnings.map((text) => sayServer(text, language)),
  }
}

type Version = SurveyReport['versions'][number]

interface Wordings {
  readonly report: SurveyReport
  readonly state: SearchState
  readonly format: FigureFormat
  readonly say: Say<WordKey>
}

function printWording(
  { version, text, from, to, answers }: Version,
  { report, state, format, say }: Wordings,
): WordingModel {
  const days = rangeText({ from, to: to ?? from }, format.language)
  return {
    key: String(version),
    label: say('report.wording', { version }),
    text: say(to === null ? 'report.askedSince' : 'report.askedFor', { text, days, count: answers }),
    to: withSearch(state, { tab: `v${version}` }),
    isChosen: version === report.version,
  }
}

function printFigures(
  { orders, answers, skipped, responseRate }: SurveyReport,
  format: FigureFormat,
  say: Say<WordKey>,
) {
  const count = (value: number) => figureText(value, 'count', format)
  return [
    { name: say('figure.orders'), text: count(orders), note: say('figure.ordersNote') },
    { name: say('figure.answers'), text: count(answers), note: say('figure.answersNote') },
    { name: say('figure.rate'), text: figureText(responseRate, 'percent', format), note: say('figure.rateNote') },
    { name: say('figure.skipped'), text: count(skipped), note: say('figure.skippedNote') },
  ]
}

type Compared = Pick<
  SurveyReport['channels'][number],
  | 'answers'
  | 'share'
  | 'low'
  | 'high'
  | 'extrapolatedOrders'
  | 'extrapolatedLow'
  | 'extrapolatedHigh'
  | 'attributedShare'
  | 'gap'
>

interface Printing {
  readonly format: FigureFormat
  /** The table's largest upper bound, where its bars end. */
  readonly widest: number
}

function printCompared(row: Compared, { format, widest }: Printing) {
  const { extrapolatedOrders, extrapolatedLow, extrapolatedHigh } = row
  const whole = (value: number | null) => figureText(value === null ? null : Math.round(value), 'count', format)
  return {
    answers: figureText(row.answers, 'count', format),
    share: printShare(row, { format, widest }),
    orders:
      extrapolatedOrders === null
        ? missing
        : figureText(Math.round(extrapolatedOrders), 'count', { ...format, bound: 'about' }),
    ordersInterval: extrapolatedLow === null ? null : `${whole(extrapolatedLow)}–${whole(extrapolatedHigh)}`,
    attributed: figureText(row.attributedShare, 'percent', format),
    gap: row.gap === null ? missing : signedText(row.gap, 'points', format),
  }
}

function printShare({ share, low, high, attributedShare }: Compared, { format, widest }: Printing): ShareModel | null {
  if (share === null || low === null || high === null) return null
  const place = (value: number) => (widest > 0 ? Math.round((value / widest) * 1000) / 1000 : 0)
  return {
    text: figureText(share, 'percent', format),
    interval: `${figureText(low, 'percent', format)} – ${figureText(high, 'percent', format)}`,
    share: place(share),
    low: place(low),
    high: place(high),
    attributed: attributedShare === null ? null : place(attributedShare),
  }
}
