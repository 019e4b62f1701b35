import { addDays } from '@tillsight/core/days'
import type { PlaceFacts } from '@tillsight/domain'
import type { MetricRow, MetricValues } from '@tillsight/metrics'
import { findAdPlatform, reachMetrics } from '@tillsight/platforms'
import { claimMetrics, deliveryMetrics } from '../../blocks/breakdown-table/columns.ts'
import {
  accountOf,
  canUnfold,
  isRemainder,
  type Level,
  platformOf,
  type RowRef,
  rowId,
} from '../../blocks/breakdown-table/levels.ts'
import type { BudgetFacts, CreativeModel, RowModel } from '../../blocks/breakdown-table/model.ts'
import type { FigureFormat } from '../../format/index.ts'
import { sayServer } from '../../language/server-words.server.ts'
import type { Result } from '../../services.ts'
import { cellsOf } from './cells.server.ts'
import { markAccount } from './mark-account.ts'
import { type OwnCredit, ownOf } from './own-credit.server.ts'
import type { AdsQuery } from './query.server.ts'
import { sayIn } from './words.server.ts'

/** Context for building rows of a result. */
export interface RowContext {
  readonly question: AdsQuery
  readonly answer: Result
  readonly level: Level
  /** Their parent row. */
  readonly parent: RowRef | undefined
  readonly places: ReadonlyMap<string, PlaceFacts>
  readonly budgets: ReadonlyMap<string, BudgetFacts>
  /** Null where no column shows it. */
  readonly own?: OwnCredit | null
}

/** Rows as the page shows them. */
export function toRows(rows: readonly MetricRow[], context: RowContext): RowModel[] {
  return rows.map((row) => toRow(row, context))
}

/** Number format of a result. */
export function formatOf({ services }: Pick<AdsQuery, 'services'>, { currency }: Result): FigureFormat {
  return { ...services.shop.display, currency }
}

function toRow(row: MetricRow, context: RowContext): RowModel {
  const { question, answer, level, places, budgets } = context
  const { shop } = question.services
  const key = row.dimensions[level] ?? ''
  const ref = { level, key }
  const place = places.get(key)
  const account = question.choices.accounts.find((candidate) => candidate.key === accountOf(ref))
  const channel = channelOf(ref, question)
  const source = {
    values: toldOf(row.values, { platform: channel.platform, place, answer }),
    before: row.before && toldOf(row.before, { platform: channel.platform, place, answer }),
    course: row.course,
    place,
    budget: budgets.get(key),
    own: ownOf(context.own, key),
    isMaturing: isMaturing(ref, question),
    askedReach:
      (level === 'channel' || level === 'campaign') && !isRemainder(ref)
        ? reachMetrics.filter(isOf(channel.platform))
        : [],
  }
  return {
    id: rowId(ref),
    level,
    label: labelOf(row, context),
    ...detailOf(ref, place, context),
    platform: channel.platform,
    channel: channel.name,
    canUnfold: canUnfold(ref),
    isRemainder: isRemainder(ref),
    mark: account && level !== 'channel' ? markAccount(account, shop, sayIn(question)) : null,
    creative: level === 'ad' && place ? creativeOf(ref, place, shop.domain) : null,
    managerUrl: place?.managerUrl ?? null,
    ...cellsOf(question, source, answer),
  }
}

interface Telling {
  readonly platform: string | undefined
  readonly place: PlaceFacts | undefined
  readonly answer: Pick<Result, 'claims'>
}

/** Sets unreported metrics to unknown, which is not the same as zero. */
function toldOf(values: MetricValues, telling: Telling): MetricValues {
  const isReported = isOf(telling.platform)
  const untold = [...reachMetrics.filter((metric) => !isReported(metric)), ...untoldOf(telling)].filter(
    (metric) => metric in values,
  )
  return untold.length === 0 ? values : { ...values, ...Object.fromEntries(untold.map((metric) => [metric, null])) }
}

/**
 * Metrics that platforms do not report for some campaigns: delivery, and conversions, which depend on an attribution setting.
 */
function untoldOf({ platform, place, answer }: Telling): readonly string[] {
  const told = findAdPlatform(platform)
  if (!told?.untold || told.untold.kind !== place?.kind) return []
  const hasClaims = answer.claims?.[told.id]?.key === told.untold.claimRule
  return hasClaims ? deliveryMetrics : [...deliveryMetrics, ...claimMetrics]
}

function isOf(platform: string | undefined) {
  return (metric: string) => platform !== undefined && metric.startsWith(`${platform}.`)
}

/** Label of a row. */
export function labelOf(
  row: MetricRow,
  { question, level, places }: Pick<RowContext, 'question' | 'level' | 'places'>,
): string {
  const key = row.dimensions[level] ?? ''
  const ref = { level, key }
  if (level === 'channel') return channelOf(ref, question).name
  if (isRemainder(ref)) {
    const platform = channelOf(ref, question).name
    return platformOf(ref) === 'custom' ? platform : sayIn(question)('printed.row.remainder', { platform })
  }
  const given = row.names?.[level] || places.get(key)?.name
  return given || key.slice(key.lastIndexOf('/') + 1)
}

/** A row's parents, unless its position in the table shows them. */
function detailOf(
  ref: RowRef,
  place: PlaceFacts | undefined,
  { question, parent }: RowContext,
): Pick<RowModel, 'detail' | 'isDetailEnglish'> {
  if (ref.level === 'channel') return { detail: '' }
  const remainder = isRemainder(ref) ? findAdPlatform(platformOf(ref))?.remainder : undefined
  if (remainder !== undefined) {
    const { text, isEnglish } = sayServer(remainder, question.services.shop.display.language)
    return { detail: text, isDetailEnglish: isEnglish }
  }
  const kind = place?.kind ?? ''
  if (ref.level === 'campaign') return { detail: [accountName(ref, question), kind].filter(Boolean).join(' · ') }
  return { detail: (parent ? '' : pathOf(place)) || kind }
}

/** Name of the account, for a platform with several. */
function accountName(ref: RowRef, { choices }: AdsQuery): string | undefined {
  const accounts = choices.accounts.filter(({ platform }) => platform === platformOf(ref))
  return accounts.length > 1 ? accounts.find(({ key }) => key === accountOf(ref))?.name : undefined
}

/** Names of the entity's parents, from the top level down, without its own. */
function pathOf(place: PlaceFacts | undefined): string {
  return [place?.campaignName, place?.level === 'ad' ? place.adSetName : ''].filter(Boolean).join(' › ')
}

/** The platform or channel that a row belongs to. */
export function channelOf(
  ref: RowRef,
  { services, choices }: Pick<AdsQuery, 'services' | 'choices'>,
): { readonly platform: string | undefined; readonly name: string } {
  const { platforms } = services.catalogue()
  const id = ref.level === 'channel' ? ref.key : platformOf(ref)
  const platform = platforms.find((candidate) => candidate.id === id)
  if (platform) return { platform: platform.id, name: platform.name }
  if (ref.level === 'channel') return { platform: undefined, name: ref.key }
  const entry = choices.entries.find((candidate) => `custom/${candidate.id}` === accountOf(ref))
  return { platform: undefined, name: entry?.channel ?? sayIn({ services })('printed.row.custom') }
}

/** Whether platforms may still add purchases to the last days of the period: as long as a click may become one. */
export function isMaturing(ref: RowRef | undefined, { choices, period, services }: AdsQuery): boolean {
  const windows = choices.accounts
    .filter(({ key, platform }) => {
      if (ref === undefined) return true
      return ref.level === 'channel' ? platform === ref.key : key === accountOf(ref)
    })
    .map(({ clickWindowDays }) => clickWindowDays)
  if (windows.length === 0) return false
  return period.range.to > addDays(services.shop.today, -Math.max(...windows) - 1)
}

/** The creative of an ad; its picture is resized by our server. */
function creativeOf(ref: RowRef, { creative }: PlaceFacts, domain: string): CreativeModel | null {
  if (!creative) return null
  const ids = ref.key.split('/')
  const picture = [ids[0], ids[1], ids.at(-1)].map((id) => encodeURIComponent(id ?? '')).join('.')
  return {
    title: creative.title,
    text: creative.text,
    isVideo: creative.isVideo,
    picture: creative.hasPicture ? `/shop/${domain}/campaigns/picture/${picture}` : null,
  }
}
