import type { CreditNames } from '../../blocks/credit/credit-names.server.ts'
import { type PageQuery, partOf } from '../../blocks/figures-page/load-page.server.ts'
import { loadRecorded, loadVisits, storeName } from '../../blocks/ledger-tables/load-recorded.server.ts'
import { type FigureFormat, figureText, missing, shareText, signedText, toNumber } from '../../format/index.ts'
import { sayServer } from '../../language/server-words.server.ts'
import { askReport, type ReportOf } from './ask-report.server.ts'
import { heatStep } from './heat.ts'
import { loadConversionRate } from './load-conversion-rate.server.ts'
import { loadModels } from './load-models.server.ts'
import { loadPaths } from './load-paths.server.ts'
import { loadRoles } from './load-roles.server.ts'
import { printFit } from './print-fit.server.ts'
import { type CreditQuery, formatOf } from './query.server.ts'
import type { ClaimsModel, CohortsModel, OverlapModel, TransitionsModel } from './reports-model.ts'
import { ordersText } from './rows.server.ts'
import type { tabOf } from './tabs.ts'
import { namesIn, sayIn } from './words.server.ts'
import type { SayAttribution } from './words.ts'

const mostEdges = 20

const mostPairs = 15

/** Parts of a tab that come when they are there, and fail alone. */
export function loadParts(query: CreditQuery, tab: ReturnType<typeof tabOf>) {
  return {
    models: tab === 'models' ? partOf(query.services, () => loadModels(query)) : null,
    claims: tab === 'claims' ? partOf(query.services, () => loadClaims(query)) : null,
    paths: tab === 'paths' ? partOf(query.services, () => loadPaths(query)) : null,
    roles: tab === 'paths' ? partOf(query.services, () => loadRoles(query)) : null,
    rates: tab === 'paths' ? partOf(query.services, () => loadConversionRate(query)) : null,
    transitions: tab === 'paths' ? partOf(query.services, () => loadTransitions(query)) : null,
    overlap: tab === 'overlap' ? partOf(query.services, () => loadOverlap(query)) : null,
    cohorts: tab === 'cohorts' ? partOf(query.services, () => loadCohorts(query)) : null,
  }
}

/** What the store itself recorded on orders; no attribution. */
export function loadNoted(page: PageQuery) {
  return {
    store: storeName(page),
    visits: loadVisits(page, 'source'),
    recorded: loadRecorded(page, ['sales_channel', 'coupon', 'source']),
  }
}

/** Repeat purchases of customers, by the channel that acquired them. */
async function loadCohorts(query: CreditQuery): Promise<CohortsModel> {
  const report = await askReport(query, 'cohorts')
  const format = formatOf(query, report.currency)
  const say = sayIn(query)
  const days = report.rows[0]?.after.map((point) => point.days) ?? []
  return {
    days: days.map((count) => (count === 0 ? say('printed.cohort.first') : say('printed.cohort.after', { count }))),
    rows: report.rows.map(({ channel, customers, after }) => ({
      key: channel || '(not_tracked)',
      label: channel === '' ? say('printed.unattributed') : namesIn(query).channel(channel),
      customers: ordersText(customers, format),
      cells: after.map(({ revenue, is_complete: isComplete }) => ({
        text: figureText(revenue, 'money', format),
        isOpen: !isComplete,
      })),
    })),
  }
}

/** Channel overlap: for each pair, the share of the row's orders that the column's channel touched too. */
async function loadOverlap(query: CreditQuery): Promise<OverlapModel> {
  const report = await askReport(query, 'overlap')
  const format = formatOf(query, report.currency)
  const say = sayIn(query)
  const names = namesIn(query)
  const count = (orders: number) => figureText(orders, 'count', format)
  const both = new Intl.ListFormat(format.language ?? 'en')
  return {
    channels: report.channels.map(({ channel, orders, exclusive }) => ({
      key: channel,
      label: names.channel(channel),
      orders: count(orders),
      exclusive: count(exclusive),
      exclusiveShare: shareText(exclusive, orders, format),
      cells: report.channels.map(({ channel: other }) => cellOf(report, { channel, other, format, say, names })),
    })),
    pairs: report.pairs.slice(0, mostPairs).map(({ a, b, both: shared, of_a: ofA, of_b: ofB, jaccard }) => ({
      key: `${a} ${b}`,
      label: both.format([names.channel(a), names.channel(b)]),
      both: count(shared),
      ofA: figureText(ofA, 'percent', format),
      ofB: figureText(ofB, 'percent', format),
      jaccard: figureText(jaccard, 'percent', format),
    })),
  }
}

interface Pairing {
  readonly channel: string
  readonly other: string
  readonly format: FigureFormat
  readonly say: SayAttribution
  readonly names: CreditNames
}

function cellOf({ pairs }: ReportOf<'overlap'>, { channel, other, format, say, names }: Pairing) {
  if (channel === other) return null
  const pair = pairs.find(({ a, b }) => (a === channel && b === other) || (a === other && b === channel))
  const share = pair ? (pair.a === channel ? pair.of_a : pair.of_b) : '0'
  const text = figureText(share, 'percent', format)
  const count = pair?.both ?? 0
  return {
    text,
    long: say('printed.overlap', {
      share: text,
      channel: names.channel(channel),
      other: names.channel(other),
      orders: say('printed.orders', { count, orders: figureText(count, 'count', format) }),
    }),
    step: heatStep(toNumber(share) ?? 0),
  }
}

/** Platform-reported conversions beside our own orders. */
async function loadClaims(query: CreditQuery): Promise<ClaimsModel> {
  const report = await askReport(query, 'claims')
  const format = formatOf(query, report.currency)
  const money = (amount: string | null) => figureText(amount, 'money', format)
  const share = (part: string | null) => figureText(part, 'percent', format)
  const over = toNumber(report.over_claim)
  const { platforms } = query.services.catalogue()
  return {
    orders: ordersText(report.orders, format),
    revenue: money(report.revenue),
    claimed: report.claimed_orders === null ? null : ordersText(report.claimed_orders, format),
    over: over === null ? null : { text: signedText(over, 'percent', format), isOver: over > 0 },
    several: {
      orders: ordersText(report.claimed_by_several.orders, format),
      revenue: money(report.claimed_by_several.revenue),
    },
    platforms: report.platforms.map((row) => ({
      id: row.platform,
      name: platforms.find(({ id }) => id === row.platform)?.name ?? row.platform,
      spend: money(row.spend),
      claimed: { orders: ordersText(row.claimed_orders, format), revenue: money(row.claimed_revenue) },
      byPart: partsText(query, { click: share(row.claimed_by_click), view: share(row.claimed_by_view) }),
      alone: { orders: ordersText(row.own_claim_orders, format), revenue: money(row.own_claim_revenue) },
      credited: { orders: ordersText(row.credited_orders, format), revenue: money(row.credited_revenue) },
      ratio: figureText(row.claim_ratio, 'ratio', format),
      explained: share(row.explained),
      isExplained: (toNumber(row.explained) ?? 0) >= 1,
      bars: barsOf([row.claimed_revenue, row.own_claim_revenue, row.credited_revenue]),
    })),
    reasons: report.reasons.map(({ key }) => key),
    notes: report.warnings.map((text) => sayServer(text, query.services.shop.display.language)),
  }
}

/** Shares of conversions by click and by view, as far as the platform reports them. */
function partsText(query: CreditQuery, { click, view }: Readonly<Record<'click' | 'view', string>>): string | null {
  const say = sayIn(query)
  const parts = [
    click === missing ? '' : say('printed.by_click', { share: click }),
    view === missing ? '' : say('printed.by_view', { share: view }),
  ].filter(Boolean)
  const { language } = query.services.shop.display
  return parts.length > 0 ? new Intl.ListFormat(language, { type: 'unit' }).format(parts) : null
}

/** Lengths of a platform's three bars, 0–1. */
function barsOf(amounts: readonly (string | null)[]): readonly number[] {
  const values = amounts.map((amount) => Math.max(0, toNumber(amount) ?? 0))
  const most = Math.max(...values)
  return values.map((value) => (most > 0 ? Math.round((value / most) * 1000) / 1000 : 0))
}

/** Transitions between channels: a first-order Markov chain, without steps rarer than 1%. */
async function loadTransitions(query: CreditQuery): Promise<TransitionsModel> {
  const report = await askReport(query, 'transitions')
  const format = formatOf(query, report.currency)
  const say = sayIn(query)
  const names = namesIn(query)
  const nameOf = (state: string) => stateName(state, { say, names })
  const states = report.states.toSorted(({ journeys: one }, { journeys: other }) => other - one)
  const left = states.filter(({ state }) => state !== '(conversion)' && state !== '(null)').map(({ state }) => state)
  const rows = ['(start)', ...left.filter((state) => state !== '(start)')]
  const columns = ['(conversion)', ...rows.slice(1), '(null)']
  const edges = new Map(report.edges.map((edge) => [`${edge.from} → ${edge.to}`, edge]))
  const share = (part: number) => figureText(part, 'percent', format)
  const count = (journeys: number) => figureText(journeys, 'count', format)
  const longOf = ({ from, to, journeys, share: part }: (typeof report.edges)[number]) =>
    say('printed.step', {
      from: nameOf(from),
      to: nameOf(to),
      journeys: say('printed.journeys', { count: journeys, journeys: count(journeys) }),
      share: share(part),
    })
  return {
    states: rows.map(nameOf),
    columns: columns.map(nameOf),
    cells: rows.map((from) =>
      columns.map((to) => {
        const edge = edges.get(`${from} → ${to}`)
        return edge ? { text: share(edge.share), long: longOf(edge), step: heatStep(edge.share) } : null
      }),
    ),
    edges: report.edges
      .toSorted(({ journeys: one }, { journeys: other }) => other - one)
      .slice(0, mostEdges)
      .map(({ from, to, journeys, share: part }) => ({
        key: `${from} → ${to}`,
        from: nameOf(from),
        to: nameOf(to),
        journeys: count(journeys),
        share: share(part),
        part,
      })),
    sentence: printFit(query, report.fit),
    isEnough: report.fit.is_enough,
  }
}

function stateName(state: string, { say, names }: Pick<Pairing, 'say' | 'names'>): string {
  if (state === '(start)') return say('printed.state.start')
  if (state === '(conversion)') return say('printed.state.conversion')
  return state === '(null)' ? say('printed.state.null') : names.channel(state)
}
