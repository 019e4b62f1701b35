import { isAppError } from '@tillsight/core'
import type { Annotation } from '@tillsight/domain'
import { claimChoices } from '../../blocks/claims/claim-choices.ts'
import type { ConnectionView } from '../../blocks/connections/connections.ts'
import { summaryQuery } from '../../blocks/figures-page/summary-query.server.ts'
import { toNumber } from '../../format/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import { parseSearch, type SearchState } from '../../search/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { Answer, CatalogueView } from '../../services.ts'
import { arrange, type SummaryPreference } from './arrange.ts'
import { contentId } from './content-id.ts'
import { loadBreakdown, loadTable } from './load-breakdowns.server.ts'
import { printFreshness, toSummaryCatalogue } from './load-catalogue.server.ts'
import { loadGoal } from './load-goal.server.ts'
import type { WidgetLoad } from './model.ts'
import { printFigures } from './print-figures.server.ts'
import { isAboutReach, isPartial, metricOf, type SummaryQuestion } from './question.server.ts'
import type { SummaryCatalogue } from './summary-catalogue.ts'
import type { SummaryModel } from './summary-model.ts'
import type { WidgetFrame } from './widget-frame.ts'

/** The summary's query, with the person's layout and the connected platforms. */
export interface ArrangedQuestion extends SummaryQuestion {
  readonly summary: SummaryPreference
  readonly connections: readonly ConnectionView[]
  /** Logs failures that do not fail the page. */
  readonly log: (failure: unknown) => void
}

/** Metrics queried on every summary: whether there is any data, and enough orders to compare. */
const always = ['sales', 'orders', 'returns']

/** The summary, and what it answers: the address, or the usual question where that could not be asked. */
export interface AnsweredSummary extends Pick<SummaryQuestion, 'state' | 'period'> {
  readonly model: SummaryModel
  /** Why what was asked could not be answered. */
  readonly refusal: string | undefined
}

/**
 * Asks for all figures with their course in one question, for everything else on its own. A question that cannot be answered
 * falls back to the usual one and says why.
 */
export async function loadSummary(question: ArrangedQuestion, refusal?: string): Promise<AnsweredSummary> {
  const { services, summary, state, period } = question
  const metrics = services.catalogue()
  const catalogue = toSummaryCatalogue(metrics, services.shop, question.connections)
  const frames = visibleFrames(summary, catalogue, state)
  const figures = frames.filter(isFigure)
  const late = figures.filter(({ metric }) => takesLong(metric, metrics))
  const quick = figures.filter((frame) => !late.includes(frame))
  let loaded: LoadedFigures
  try {
    loaded = await loadFigures(quick, question)
  } catch (failure) {
    if (refusal !== undefined || !isAppError(failure) || failure.code !== 'invalid_input') throw failure
    const usual = parseSearch('')
    const asked = { ...question, state: usual, period: resolvePeriod(usual, services.shop) }
    return loadSummary(asked, failure.message)
  }
  const model = {
    catalogue,
    // Only after the figures are loaded, so that nothing competes with them.
    contents: Object.fromEntries([...loaded.contents, ...loadLate(late, question), ...loadLists(frames, question)]),
    claims: claimsOf(catalogue, services),
    freshness: printFreshness(catalogue, question),
    isEmpty: loaded.isEmpty,
    isPartial: loaded.isPartial,
    warnings: loaded.warnings,
    failure: loaded.failure,
  }
  return { model, state, period, refusal }
}

/** Attribution settings by platform, for its section; blended figures follow them. */
function claimsOf({ sections }: SummaryCatalogue, services: SummaryQuestion['services']): SummaryModel['claims'] {
  const connected = sections.filter(({ type, isConnected }) => type === 'ads' && isConnected).map(({ id }) => id)
  return Object.fromEntries(connected.map((id) => [id, claimChoices(services.catalogue(), new Set([id]))]))
}

/** Scans all refunds since the range, far beyond it: the page does not wait for it. */
const longest = 'refundedOrders'

function takesLong(key: string, catalogue: CatalogueView): boolean {
  return key === longest || metricOf(catalogue, key)?.terms.some(({ metric }) => metric === longest) === true
}

type Loading = readonly (readonly [id: string, load: Promise<WidgetLoad>])[]

/** Slow metrics, in a query of their own. */
function loadLate(frames: readonly WidgetFrame[], question: LoggedQuestion): Loading {
  if (frames.length === 0) return []
  const answered = loadFigures(frames, question)
  return frames.map((frame) => {
    const id = contentId(frame)
    const own = answered.then(({ contents, failure }) => contentOf(id, contents) ?? failed(failure, question))
    return [id, settle(own, question)] as const
  })
}

function contentOf(id: string, contents: LoadedFigures['contents']): WidgetLoad | undefined {
  return contents.find(([each]) => each === id)?.[1]
}

function failed(failure: string | undefined, question: SummaryQuestion): WidgetLoad {
  return { state: 'failed', message: failure ?? unanswered(question) }
}

/** Lists and goals, each loaded separately. */
function loadLists(frames: readonly WidgetFrame[], question: LoggedQuestion): Loading {
  return frames.flatMap((frame) => {
    const load = loadDeferred(frame, question)
    return load ? [[contentId(frame), load] as const] : []
  })
}

function visibleFrames(summary: SummaryPreference, catalogue: SummaryCatalogue, state: SearchState): WidgetFrame[] {
  const { pinned, sections } = arrange(summary, catalogue, state)
  const shown = sections
    .filter(({ isHidden }) => !isHidden)
    // Figures in collapsed sections cost next to nothing, and are there when somebody expands them.
    .flatMap(({ widgets, isCollapsed }) => (isCollapsed ? widgets.filter(isFigure) : widgets))
  return [...pinned, ...shown].filter(({ isConnected }) => isConnected)
}

/** Whether the common query for all figures covers it. */
function isFigure({ kind }: WidgetFrame): boolean {
  return kind === 'number' || kind === 'line' || kind === 'area'
}

/** Loads a single widget of any kind: for a preview, a newly added one, or a retry. */
export async function loadWidget(frame: WidgetFrame, question: SummaryQuestion): Promise<WidgetLoad> {
  const log = () => undefined
  const deferred = loadDeferred(frame, { ...question, log })
  if (deferred) return deferred
  const { contents, failure } = await loadFigures([frame], { ...question, log })
  return contents[0]?.[1] ?? failed(failure, question)
}

type LoggedQuestion = SummaryQuestion & Pick<ArrangedQuestion, 'log'>

function unanswered({ services }: SummaryQuestion): string {
  return textFor(services.shop.display.language)('widget.failed')
}

/** Undefined for kinds that the common query covers. */
function loadDeferred(frame: WidgetFrame, question: LoggedQuestion): Promise<WidgetLoad> | undefined {
  switch (frame.kind) {
    case 'bars':
      return settle(loadBreakdown(frame, question), question)
    case 'table':
      return settle(loadTable(frame, question), question)
    case 'goal':
      return settle(loadGoal(frame, question), question)
    default:
      return undefined
  }
}

/** A widget fails independently of the others. */
async function settle(load: Promise<WidgetLoad>, question: LoggedQuestion): Promise<WidgetLoad> {
  try {
    return await load
  } catch (failure) {
    question.log(failure)
    return { state: 'failed', message: messageOf(failure, question) }
  }
}

function messageOf(failure: unknown, question: SummaryQuestion): string {
  return isAppError(failure) ? failure.message : unanswered(question)
}

interface LoadedFigures extends Pick<SummaryModel, 'isEmpty' | 'isPartial' | 'warnings' | 'failure'> {
  readonly contents: readonly (readonly [id: string, load: WidgetLoad])[]
}

/** Throws failures that the person can fix by changing the query, and those unrelated to it. */
async function loadFigures(frames: readonly WidgetFrame[], question: LoggedQuestion): Promise<LoadedFigures> {
  const { services, log } = question
  const catalogue = services.catalogue()
  const shown = frames.flatMap(({ metric }) => metricOf(catalogue, metric) ?? [])
  const needed = shown.flatMap((metric) => [metric.key, ...metric.terms.map((term) => term.metric)])
  const parts = partsOf([...new Set([...always, ...needed])])
  try {
    const [answers, notes] = await Promise.all([
      Promise.all(parts.map((part) => services.run('metrics.query', summaryQuery(part, services.shop, question)))),
      frames.some(({ kind }) => kind !== 'number') ? findNotes(question) : [],
    ])
    const answer = answers.reduce(unite)
    return {
      contents: printFigures(frames, { shop: services.shop, catalogue, answer, question, notes }),
      isEmpty: isNothing(answer.totals) && isNothing(answer.compare?.totals),
      isPartial: isPartial(answer, 'orders'),
      // Missing hours of ads are shown in their charts already; caveats about reach are shown at its figure.
      warnings: answer.warnings.filter((warning) => !warning.includes('by the hour') && !isAboutReach(warning)),
      failure: undefined,
    }
  } catch (failure) {
    if (isAppError(failure) && passedOn.has(failure.code)) throw failure
    log(failure)
    return { contents: [], isEmpty: false, isPartial: false, warnings: [], failure: messageOf(failure, question) }
  }
}

/** Charts work without annotations. */
async function findNotes({ services, period, log }: LoggedQuestion): Promise<readonly Annotation[]> {
  try {
    return await services.run('annotation.list', period.range)
  } catch (failure) {
    log(failure)
    return []
  }
}

const passedOn = new Set(['invalid_input', 'unauthenticated', 'forbidden', 'not_found'])

/** Maximum number of metrics in one query. */
const mostMetrics = 60

/** Usually one query; a summary of all metrics takes two. */
function partsOf(metrics: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(metrics.length / mostMetrics) }, (_, part) =>
    metrics.slice(part * mostMetrics, (part + 1) * mostMetrics),
  )
}

/** Merges two results for the same period into one. */
function unite(one: Answer, other: Answer): Answer {
  const { compare } = one
  return {
    ...one,
    ...unitePartial(one, other),
    ...(other.maturing && !one.maturing && { maturing: other.maturing }),
    ...((one.claims ?? other.claims) && { claims: { ...one.claims, ...other.claims } }),
    totals: { ...one.totals, ...other.totals },
    warnings: [...new Set([...one.warnings, ...other.warnings])],
    ...(one.series && { series: uniteSeries(one.series, other.series) }),
    ...(compare && {
      compare: {
        ...compare,
        ...unitePartial(compare, other.compare),
        totals: { ...compare.totals, ...other.compare?.totals },
        ...(compare.series && { series: uniteSeries(compare.series, other.compare?.series) }),
      },
    }),
  }
}

type PartialMark = Pick<Answer, 'partial' | 'partialMetrics'>

function unitePartial(one: PartialMark, other: PartialMark | undefined): PartialMark {
  const metrics = [...(one.partialMetrics ?? []), ...(other?.partialMetrics ?? [])]
  const partial = one.partial || other?.partial === true
  return metrics.length > 0 ? { partial, partialMetrics: metrics } : { partial }
}

function uniteSeries(one: NonNullable<Answer['series']>, other: Answer['series']): NonNullable<Answer['series']> {
  return one.map((point, index) => ({ at: point.at, values: { ...point.values, ...other?.[index]?.values } }))
}

function isNothing(totals: Answer['totals'] | undefined): boolean {
  return Object.values(totals ?? {}).every((value) => !toNumber(value))
}
