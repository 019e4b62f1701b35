import type { PlaceFacts } from '@tillsight/domain'
import type { Interval, SeriesPoint } from '@tillsight/metrics'
import { dailyMetrics, leadMetric } from '../../blocks/breakdown-table/columns.ts'
import { accountOf, filterOf, isRemainder, parseRowId, type RowRef } from '../../blocks/breakdown-table/levels.ts'
import type { PlaceModel } from '../../blocks/breakdown-table/model.ts'
import { createAxis } from '../../charts/axis.ts'
import { packPoints } from '../../charts/packed.ts'
import type { TimePoint } from '../../charts/series.ts'
import { axisText, bucketLabel, dayText, figureText, packFigures, toNumber } from '../../format/index.ts'
import type { Result } from '../../services.ts'
import { beforeOf, measureOf } from './cells.server.ts'
import { loadPacing } from './load-pacing.server.ts'
import { loadPlaces, loadRowsAlone } from './load-rows.server.ts'
import { type AdMetric, type AdsQuery, adsQuery, metricOf, metricsOf } from './query.server.ts'
import { formatOf, isMaturing, toRows } from './rows.server.ts'
import { sayIn } from './words.server.ts'

/** Number of ads listed in the panel. */
const listed = 12

/** Days, ads and settings of the entity open in the address; undefined when none is open. */
export async function loadPlace(question: AdsQuery): Promise<PlaceModel | undefined> {
  const ref = parseRowId(question.state.place)
  if (!ref) return undefined
  const [answer, places, ads] = await Promise.all([
    question.services.run('metrics.query', placeQuery(question, ref)),
    loadPlaces(question, ref.level, [ref.key]),
    loadAds(question, ref),
  ])
  const place = places.get(ref.key)
  const budgets = place ? await loadPacing(question, { level: ref.level, places: [place] }) : new Map()
  const values = { values: answer.totals, ...(answer.compare ? { before: answer.compare.totals } : {}) }
  const [row] = toRows([{ dimensions: { [ref.level]: ref.key }, ...values }], {
    question,
    answer,
    level: ref.level,
    parent: undefined,
    places,
    budgets,
  })
  if (!row) return undefined
  return {
    title: row.label,
    path: [row.channel, place?.campaignName, place?.adSetName].filter((name) => name && name !== row.label).join(' › '),
    row,
    facts: factsOf(question, ref, place),
    format: formatOf(question, answer),
    columns: question.columns.map((column) => ({ measure: measureOf(column, question) })),
    summary: summaryOf(question, ref, answer),
    claimRule: answer.claims?.[row.platform ?? '']?.label ?? null,
    course: seriesOf(question, answer),
    buckets: bucketsOf(question, answer),
    ...ads,
  }
}

/** The entity's totals and time series; platforms report no hours per ad. */
function placeQuery(query: AdsQuery, ref: RowRef) {
  const metrics = [...new Set([...metricsOf(query.columns), ...dailyMetrics])]
  const whole = adsQuery(
    query,
    metrics.filter((key) => metricOf(query, key)),
  )
  return { ...whole, interval: intervalOf(query), filters: [...(whole.filters ?? []), filterOf(ref)] }
}

function intervalOf({ period }: AdsQuery): Interval {
  return period.interval === 'hour' ? 'day' : period.interval
}

async function loadAds(query: AdsQuery, parent: RowRef): Promise<Pick<PlaceModel, 'ads' | 'hasMoreAds'>> {
  if (parent.level === 'ad' || isRemainder(parent)) return { ads: [], hasMoreAds: false }
  const load = await loadRowsAlone(
    { ...query, state: { ...query.state, sort: undefined } },
    { level: 'ad', parent, cursor: undefined, limit: listed },
  )
  if (load.state === 'failed') return { ads: [], hasMoreAds: false }
  return { ads: load.rows.filter(({ isRemainder: isRest }) => !isRest), hasMoreAds: load.cursor !== null }
}

function factsOf(query: AdsQuery, ref: RowRef, place: PlaceFacts | undefined): PlaceModel['facts'] {
  const say = sayIn(query)
  const account = query.choices.accounts.find(({ key }) => key === accountOf(ref))
  const facts: readonly (readonly [label: string, text: string | null | undefined, to?: string | null | undefined])[] =
    [
      [
        say('printed.fact.account'),
        ref.level === 'channel' ? undefined : account && `${account.name} · ${account.currency} · ${account.zone}`,
      ],
      [say('printed.fact.kind'), place?.kind],
      [say('printed.fact.runs'), place && runsText(place, query)],
      [say('printed.fact.landing'), place?.landingUrl, place?.landingUrl],
      [say('printed.fact.tags'), place?.urlTags],
    ]
  return facts.flatMap(([label, text, to]) =>
    text ? [{ label, text, ...(to && /^https?:\/\//.test(to) ? { to } : {}) }] : [],
  )
}

function runsText({ startsOn, endsOn }: PlaceFacts, query: AdsQuery): string {
  const say = sayIn(query)
  const { language } = query.services.shop.display
  const from = startsOn ? say('printed.runs.from', { day: dayText(startsOn, language) }) : ''
  const until = endsOn ? say('printed.runs.until', { day: dayText(endsOn, language) }) : ''
  return [from, until].filter(Boolean).join(' ')
}

function summaryOf(query: AdsQuery, ref: RowRef, result: Result): PlaceModel['summary'] {
  const source = { before: result.compare?.totals }
  const isMoving = isMaturing(ref, query)
  return metricsOf(query.columns).flatMap((key) => {
    const metric = metricOf(query, key)
    if (!metric) return []
    const { label, unit, better } = metric
    const isUnjudged = isMoving && key.startsWith('claimed')
    return [{ key, label, unit, better, value: result.totals[key], before: beforeOf(key, source, result), isUnjudged }]
  })
}

function seriesOf(question: AdsQuery, answer: Result): PlaceModel['course'] {
  const metric = metricOf(question, leadMetric)
  const format = { ...question.services.shop.display, currency: answer.currency }
  const toPoints = (series: readonly SeriesPoint[]) =>
    series.map((point) => toPoint(point, { question, metric, answer }))
  const points = toPoints(answer.series ?? [])
  const compare = answer.compare?.series && toPoints(answer.compare.series)
  return {
    label: metric?.label ?? '',
    points: packPoints(points),
    compare: compare && packPoints(compare),
    axis: createAxis(
      [...points, ...(compare ?? [])].map(({ value }) => value),
      (value) => axisText(value, 'money', format),
    ),
    isRunning: question.period.running,
  }
}

interface PointPrinting {
  readonly question: AdsQuery
  readonly metric: AdMetric | undefined
  readonly answer: Result
}

function toPoint({ at, values }: SeriesPoint, { question, metric, answer }: PointPrinting): TimePoint {
  const { zone, display } = question.services.shop
  const value = values[leadMetric]
  return {
    value: toNumber(value),
    text: figureText(value, metric?.unit ?? 'money', { ...display, currency: answer.currency }),
    ...bucketLabel({ at, interval: intervalOf(question), zone, language: display.language }),
  }
}

function bucketsOf(query: AdsQuery, result: Result): PlaceModel['buckets'] {
  const { zone, display } = query.services.shop
  const metrics = dailyMetrics.flatMap((key) => metricOf(query, key) ?? [])
  const series = (result.series ?? []).toReversed()
  return {
    columns: metrics.map(({ label, unit }) => ({ label, measure: { unit } })),
    rows: series.map(({ at, values }) => ({
      label: bucketLabel({ at, interval: intervalOf(query), zone, language: display.language }).long,
      figures: packFigures(metrics.map(({ key }) => ({ value: values[key] }))),
    })),
  }
}
