import { isAppError } from '@tillsight/core'
import { addDays } from '@tillsight/core/days'
import type { Annotation } from '@tillsight/domain'
import { claimChoices } from '../../blocks/claims/claim-choices.ts'
import type { ConnectionView } from '../../blocks/connections/connections.ts'
import { refusalSentence } from '../../blocks/fields/word-refusal.server.ts'
import { summaryQuery } from '../../blocks/figures-page/summary-query.server.ts'
import { knowsCosts, toNumber } from '../../format/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import { parseSearch, type SearchState } from '../../search/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { Result } from '../../services.ts'
import { arrange, type SummaryPreference } from './arrange.ts'
import { loadBreakdown, loadTable } from './load-breakdowns.server.ts'
import { printFreshness, toSummaryCatalogue } from './load-catalogue.server.ts'
import { loadGoal } from './load-goal.server.ts'
import type { SummaryModel, WidgetLoad } from './model.ts'
import { printFigures } from './print-figures.server.ts'
import { printStory } from './print-story.server.ts'
import { isAboutReach, isPartial, metricOf, type SummaryQuery } from './query.server.ts'
import type { SummaryCatalogue } from './summary-catalogue.ts'
import { contentId, type WidgetFrame } from './widget-frame.ts'

/** The summary's query, with the person's layout and the connected platforms. */
export interface ArrangedQuery extends SummaryQuery {
  readonly summary: SummaryPreference
  readonly connections: readonly ConnectionView[]
  /** Logs failures that do not fail the page. */
  readonly log: (failure: unknown) => void
  /** Whether the shop knows its costs; absent: to be found out. */
  readonly hasCosts?: boolean
}

/** Metrics queried on every summary: whether there is any data, and enough orders to compare. */
const always = ['sales', 'orders', 'returns']

/** The summary, and what it answers: the address, or the usual question where that could not be asked. */
export interface AnsweredSummary extends Pick<SummaryQuery, 'state' | 'period'> {
  readonly model: SummaryModel
  /** Why what was asked could not be answered. */
  readonly refusal: string | undefined
}

/**
 * Asks for all figures with their course in one question, for everything else on its own. A question that cannot be answered
 * falls back to the usual one and says why.
 */
export async function loadSummary(query: ArrangedQuery, refusal?: string): Promise<AnsweredSummary> {
  const { services, summary, state, period } = query
  const metrics = services.catalogue()
  const catalogue = {
    ...toSummaryCatalogue(metrics, services.shop, query.connections),
    hasCosts: query.hasCosts ?? (await knowsShopCosts(query)),
  }
  const frames = visibleFrames(summary, catalogue, state)
  let loaded: LoadedFigures
  try {
    loaded = await loadFigures(frames.filter(isFigure), query)
  } catch (failure) {
    if (refusal !== undefined || !isAppError(failure) || failure.code !== 'invalid_input') throw failure
    const usual = parseSearch('')
    const asked = { ...query, hasCosts: catalogue.hasCosts, state: usual, period: resolvePeriod(usual, services.shop) }
    return loadSummary(asked, refusalSentence(failure, services.shop.display.language))
  }
  const model = {
    catalogue,
    // Only after the figures are loaded, so that nothing competes with them.
    contents: Object.fromEntries([...loaded.contents, ...loadLists(frames, query)]),
    claims: claimsOf(catalogue, services),
    freshness: printFreshness(catalogue, query),
    isEmpty: loaded.isEmpty,
    isPartial: loaded.isPartial,
    story: loaded.answer ? printStory(loaded.answer, query, catalogue.hasCosts) : [],
    warnings: loaded.warnings,
    failure: loaded.failure,
  }
  return { model, state, period, refusal }
}

/** Whether costs were known in the last year, whatever days the page is about: its layout stays when they change. */
async function knowsShopCosts({ services: { shop, run, may }, log }: LoggedQuery): Promise<boolean> {
  if (shop.firstDay === null || !may.seeProfit) return false
  try {
    return knowsCosts(
      await run('metrics.query', { metrics: ['grossProfit'], from: addDays(shop.today, -365), to: shop.today }),
    )
  } catch (failure) {
    log(failure)
    return false
  }
}

/** Attribution settings by platform, for its section; blended figures follow them. */
function claimsOf({ sections }: SummaryCatalogue, services: SummaryQuery['services']): SummaryModel['claims'] {
  const connected = sections.filter(({ type, isConnected }) => type === 'ads' && isConnected).map(({ id }) => id)
  return Object.fromEntries(connected.map((id) => [id, claimChoices(services.catalogue(), new Set([id]))]))
}

type Loading = readonly (readonly [id: string, load: Promise<WidgetLoad>])[]

function failed(failure: string | undefined, query: SummaryQuery): WidgetLoad {
  return { state: 'failed', message: failure ?? unanswered(query) }
}

/** Lists and goals, each loaded separately. */
function loadLists(frames: readonly WidgetFrame[], query: LoggedQuery): Loading {
  return frames.flatMap((frame) => {
    const load = loadDeferred(frame, query)
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
export async function loadWidget(frame: WidgetFrame, query: SummaryQuery): Promise<WidgetLoad> {
  const log = () => undefined
  const deferred = loadDeferred(frame, { ...query, log })
  if (deferred) return deferred
  const { contents, failure } = await loadFigures([frame], { ...query, log })
  return contents[0]?.[1] ?? failed(failure, query)
}

type LoggedQuery = SummaryQuery & Pick<ArrangedQuery, 'log'>

function unanswered({ services }: SummaryQuery): string {
  return textFor(services.shop.display.language)('widget.failed')
}

/** Undefined for kinds that the common query covers. */
function loadDeferred(frame: WidgetFrame, query: LoggedQuery): Promise<WidgetLoad> | undefined {
  switch (frame.kind) {
    case 'bars':
      return settle(loadBreakdown(frame, query), query)
    case 'table':
      return settle(loadTable(frame, query), query)
    case 'goal':
      return settle(loadGoal(frame, query), query)
    default:
      return undefined
  }
}

/** A widget fails independently of the others. */
async function settle(load: Promise<WidgetLoad>, query: LoggedQuery): Promise<WidgetLoad> {
  try {
    return await load
  } catch (failure) {
    query.log(failure)
    return { state: 'failed', message: messageOf(failure, query) }
  }
}

function messageOf(failure: unknown, query: SummaryQuery): string {
  return isAppError(failure) ? refusalSentence(failure, query.services.shop.display.language) : unanswered(query)
}

interface LoadedFigures extends Pick<SummaryModel, 'isEmpty' | 'isPartial' | 'warnings' | 'failure'> {
  readonly contents: readonly (readonly [id: string, load: WidgetLoad])[]
  /** Undefined after a failure. */
  readonly answer: Result | undefined
}

/** Throws failures that the person can fix by changing the query, and those unrelated to it. */
async function loadFigures(frames: readonly WidgetFrame[], question: LoggedQuery): Promise<LoadedFigures> {
  const { services, log } = question
  const catalogue = services.catalogue()
  const shown = frames.flatMap(({ metric }) => metricOf(catalogue, metric) ?? [])
  const needed = shown.flatMap((metric) => [metric.key, ...metric.terms.map((term) => term.metric)])
  const parts = partsOf([...new Set([...always, ...needed])])
  try {
    const [results, notes] = await Promise.all([
      Promise.all(parts.map((part) => services.run('metrics.query', summaryQuery(part, services.shop, question)))),
      frames.some(({ kind }) => kind !== 'number') ? findNotes(question) : [],
    ])
    const answer = results.reduce(unite)
    const { freshness: _freshness, ...figures } = answer
    return {
      answer,
      contents: printFigures(frames, { shop: services.shop, catalogue, answer: figures, question, notes }),
      isEmpty: isNothing(answer.totals) && isNothing(answer.compare?.totals),
      isPartial: isPartial(answer, 'orders'),
      // Missing hours of ads are shown in their charts already; caveats about reach are shown at its figure.
      warnings: answer.warnings.filter((warning) => !warning.includes('by the hour') && !isAboutReach(warning)),
      failure: undefined,
    }
  } catch (failure) {
    if (isAppError(failure) && passedOn.has(failure.code)) throw failure
    log(failure)
    return {
      answer: undefined,
      contents: [],
      isEmpty: false,
      isPartial: false,
      warnings: [],
      failure: messageOf(failure, question),
    }
  }
}

/** Charts work without annotations. */
async function findNotes({ services, period, log }: LoggedQuery): Promise<readonly Annotation[]> {
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
function unite(one: Result, other: Result): Result {
  const { compare } = one
  return {
    ...one,
    ...unitePartial(one, other),
    ...(other.maturing && !one.maturing && { maturing: other.maturing }),
    ...((one.claims ?? other.claims) && { claims: { ...one.claims, ...other.claims } }),
    ...uniteQuality(one, other),
    totals: { ...one.totals, ...other.totals },
    warnings: [...new Set([...one.warnings, ...other.warnings])],
    ...(one.series && { series: uniteSeries(one.series, other.series) }),
    ...(compare && {
      compare: {
        ...compare,
        ...unitePartial(compare, other.compare),
        ...uniteQuality(compare, other.compare),
        totals: { ...compare.totals, ...other.compare?.totals },
        ...(compare.series && { series: uniteSeries(compare.series, other.compare?.series) }),
      },
    }),
  }
}

type PartialMark = Pick<Result, 'partial' | 'partialMetrics'>

function unitePartial(one: PartialMark, other: PartialMark | undefined): PartialMark {
  const metrics = [...(one.partialMetrics ?? []), ...(other?.partialMetrics ?? [])]
  const partial = one.partial || other?.partial === true
  return metrics.length > 0 ? { partial, partialMetrics: metrics } : { partial }
}

function uniteQuality(one: Pick<Result, 'quality'>, other: Pick<Result, 'quality'> | undefined) {
  return (one.quality ?? other?.quality) && { quality: { ...one.quality, ...other?.quality } }
}

function uniteSeries(one: NonNullable<Result['series']>, other: Result['series']): NonNullable<Result['series']> {
  return one.map(({ at, values, bounds }, index) => ({
    at,
    values: { ...values, ...other?.[index]?.values },
    bounds: { ...bounds, ...other?.[index]?.bounds },
  }))
}

function isNothing(totals: Result['totals'] | undefined): boolean {
  return Object.values(totals ?? {}).every((value) => !toNumber(value))
}
