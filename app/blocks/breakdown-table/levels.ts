import type { Filter } from '@tillsight/metrics'
import type { SearchState } from '../../search/index.ts'

/** From the outside in; each is the dimension of the same name. */
export const levels = ['channel', 'campaign', 'ad_set', 'ad'] as const
/** One of {@link levels}. */
export type Level = (typeof levels)[number]

/** What the page can show: a table that begins at a level, or the ads as pictures. */
export const showings = [...levels, 'creative'] as const
export type Showing = (typeof showings)[number]

/** Names of what the page can show. */
export const showingNames: Readonly<Record<Showing, string>> = {
  channel: 'Channels',
  campaign: 'Campaigns',
  ad_set: 'Ad sets',
  ad: 'Ads',
  creative: 'Gallery',
}

/** One row, wherever it stands. */
export interface RowRef {
  readonly level: Level
  /** Value of the dimension. */
  readonly key: string
}

/** What the address says to show; campaigns, unless it says otherwise. */
export function showingOf({ level }: Pick<SearchState, 'level'>): Showing {
  return showings.find((showing) => showing === level) ?? 'campaign'
}

/** As the address writes it: campaigns are what it does not write. */
export function levelParam(showing: Showing): string | undefined {
  return showing === 'campaign' ? undefined : showing
}

/** The level that rows of a showing are of. */
export function levelOf(showing: Showing): Level {
  return showing === 'creative' ? 'ad' : showing
}

/** What a row unfolds into; undefined at the bottom. */
export function childLevel(level: Level): Level | undefined {
  return levels[levels.indexOf(level) + 1]
}

/** As the address names a row. */
export function rowId({ level, key }: RowRef): string {
  return `${level}:${key}`
}

/** Undefined for what names no row. */
export function parseRowId(text: string | undefined): RowRef | undefined {
  const at = text?.indexOf(':') ?? -1
  if (text === undefined || at < 0) return undefined
  const level = levels.find((candidate) => candidate === text.slice(0, at))
  const key = text.slice(at + 1)
  return level && key !== '' ? { level, key } : undefined
}

/** Keeps what belongs to the row. */
export function filterOf({ level, key }: RowRef): Filter {
  return { dimension: level, operator: 'is', values: [key] }
}

/** The last id is empty: what its parent has beyond all that is known below it. */
export function isRemainder({ level, key }: RowRef): boolean {
  return level !== 'channel' && key.endsWith('/')
}

/** Whether there can be anything below a row; channels without a connector know campaigns, and nothing deeper. */
export function canUnfold(row: RowRef): boolean {
  if (childLevel(row.level) === undefined || isRemainder(row)) return false
  return row.level === 'channel' || platformOf(row) !== 'custom'
}

/** Id of the platform of a row below the channels. */
export function platformOf({ key }: RowRef): string {
  return key.slice(0, Math.max(0, key.indexOf('/')))
}

/** `platform/account` of a row below the channels. */
export function accountOf({ key }: RowRef): string {
  return key.split('/').slice(0, 2).join('/')
}

/** The filters that a question about ads understands. */
const adDimensions: ReadonlySet<string> = new Set([...levels, 'ad_account', 'ad_status', 'ad_kind'])

/** Whether a filter is about ads; all others are about orders. */
export function isAdFilter({ dimension }: Filter): boolean {
  return adDimensions.has(dimension)
}
