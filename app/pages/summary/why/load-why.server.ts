import type { ConnectionView } from '@tillsight/domain'
import { ruleNotes } from '../../../blocks/claims/claim-choices.ts'
import { summaryQuery } from '../../../blocks/figures-page/summary-query.server.ts'
import { type Change, describeChange, fewOrdersCaveat } from '../../../charts/index.ts'
import {
  ageText,
  dayText,
  fewOrders,
  figureText,
  instantText,
  toNumber,
  uncertainParts,
} from '../../../format/index.ts'
import type { Text } from '../../../language/index.ts'
import { textFor } from '../../../language/text-for.server.ts'
import type { CatalogueView, MetricView, Result } from '../../../services.ts'
import { formatOf, isPartial, maturingSince, metricOf, printTerms, type SummaryQuery } from '../query.server.ts'
import { loadMoves } from './load-moves.server.ts'
import type { WhyModel } from './model.ts'

interface WhyQuery extends SummaryQuery {
  /** The range and its comparison, printed. */
  readonly rangeText: string
  readonly than: string | undefined
}

/** Explains a figure. Undefined for an unknown metric. */
export async function loadWhy(question: WhyQuery): Promise<WhyModel | undefined> {
  const { services, state } = question
  const { shop } = services
  const catalogue = services.catalogue()
  const metric = metricOf(catalogue, state.open ?? '')
  if (!metric) return undefined
  const keys = [metric.key, ...metric.terms.map((term) => term.metric), 'orders', 'paidOrders', 'unidentifiedOrders']
  const { interval: _interval, ...query } = summaryQuery([...new Set(keys)], shop, question)
  const [answer, connections] = await Promise.all([
    services.run('metrics.query', query),
    services.run('connection.list'),
  ])
  const explained: Explained = { metric, answer, connections, question, t: textFor(shop.display.language) }
  const print = (value: Result['totals'][string] | undefined, result: Pick<Result, 'quality'> = answer) =>
    figureText(value, metric.unit, formatOf({ ...result, currency: answer.currency }, shop, metric.key))
  const before = answer.compare?.totals[metric.key] ?? null
  return {
    key: metric.key,
    label: metric.label,
    description: metric.description,
    text: print(answer.totals[metric.key]),
    change: changeOf(explained),
    before: before === null ? null : print(before, answer.compare),
    than: question.than,
    formula: metric.formula,
    terms: printTerms(metric, { catalogue, answer, shop }),
    counting: metric.counting.map((rule) => explained.t(`why.${rule}`)),
    basis: basisOf(explained),
    caveats: caveatsOf(explained),
    ...(await loadMoves(explained)),
  }
}

interface Explained {
  readonly metric: MetricView
  readonly answer: Result
  readonly connections: readonly ConnectionView[]
  readonly question: WhyQuery
  readonly t: Text
}

function changeOf({ metric, answer, question }: Explained): Change | null {
  const { compare } = answer
  if (!compare) return null
  const isTelling = !isRunningDay(question) && !isFew(metric, answer) && maturingSince(answer, metric) === undefined
  const isComparable = !isPartial(answer, metric.key) && !isPartial(compare, metric.key)
  return describeChange({
    now: toNumber(answer.totals[metric.key]),
    before: isComparable ? toNumber(compare.totals[metric.key]) : null,
    better: isTelling ? metric.better : 'neither',
    isShare: metric.unit === 'percent',
    format: question.services.shop.display,
  })
}

/** Basis of the figure: days, time zone, currency and freshness. */
function basisOf({ metric, answer, connections, question, t }: Explained): string[] {
  const { now, services, rangeText } = question
  const { zone, currency, display } = services.shop
  const money =
    answer.currency === currency
      ? t('why.currency', { currency })
      : t('why.converted', { from: currency, currency: answer.currency })
  const nameOf = (source: string) => connections.find(({ connector }) => connector === source)?.label ?? source
  return [
    t('why.days', { days: rangeText, zone }),
    ...(holdsMoney(metric, services.catalogue().metrics) ? [money] : []),
    ...Object.entries(answer.freshness)
      .filter(([id]) => isSourceOf(metric, id, services.catalogue().platforms))
      .map(([id, at]) => {
        const source = nameOf(id)
        if (at === null) return t('why.never', { source })
        const age = ageText(at, now, display.language)
        return t('why.updated', { source, age, at: instantText(at, zone, display.language) })
      }),
  ]
}

/** Whether a source contributes: stores for orders; for ads, the metric's platform, or all of them. */
function isSourceOf({ key, about }: MetricView, source: string, platforms: CatalogueView['platforms']): boolean {
  const isOfAds = platforms.some(({ id, type }) => id === source && type === 'ads')
  if (about === 'both') return true
  if (about === 'orders') return !isOfAds
  return isOfAds && (!key.includes('.') || key.startsWith(`${source}.`))
}

function holdsMoney({ unit, terms }: MetricView, metrics: readonly MetricView[]): boolean {
  return unit === 'money' || terms.some((term) => metrics.find(({ key }) => key === term.metric)?.unit === 'money')
}

function caveatsOf(explained: Explained): string[] {
  const { metric, answer, question, t } = explained
  const { totals, compare, warnings } = answer
  const [unidentified, paid] = [toNumber(totals.unidentifiedOrders), toNumber(totals.paidOrders)]
  const isAboutPeople = metric.counting.includes('no_unidentified')
  const maturing = maturingSince(answer, metric)
  const { language } = question.services.shop.display
  return [
    ...boundCaveats(explained),
    ...warnings,
    ...ruleNotes(answer, question.services.catalogue()),
    ...(question.period.running ? [t('why.running')] : []),
    ...(maturing === undefined ? [] : [t('figure.maturing_long', { day: dayText(maturing, language) })]),
    ...(compare && isFew(metric, answer) ? [fewOrdersCaveat(t).long] : []),
    ...(compare && isPartial(compare, metric.key) && !isPartial(answer, metric.key) ? [t('why.compare_partial')] : []),
    ...(isAboutPeople && unidentified ? [t('why.unidentified', { count: unidentified, all: paid ?? 0 })] : []),
  ]
}

/** Which way the figure may differ, and how much of it is not certain. */
function boundCaveats({ metric, answer, question, t }: Explained): string[] {
  const bound = answer.quality?.[metric.key]?.bound ?? 'exact'
  if (bound === 'exact') return []
  const { display } = question.services.shop
  const parts = uncertainParts(answer, metric.key, { t, format: display })
  const told = new Intl.ListFormat(display.language).format(parts)
  return [t(`figure.${bound}_long`), ...(told ? [t('known.told', { parts: told })] : [])]
}

function isFew({ about }: MetricView, result: Result): boolean {
  return about !== 'ads' && hasFewOrders(result)
}

function isRunningDay({ period: { running, range } }: WhyQuery): boolean {
  return running && range.from === range.to
}

function hasFewOrders({ totals, compare }: Result): boolean {
  return [totals.orders, compare?.totals.orders].map(toNumber).some((count) => count !== null && count < fewOrders)
}
