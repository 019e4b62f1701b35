import type { Filter } from '@tillsight/metrics'
import type { SearchState } from '../../search/index.ts'

/** From the outside in; each is the dimension of the same name. */
export const levels = ['channel', 'campaign', 'ad_set', 'ad'] as const
/** One of {@link levels}. */
export type Level = (typeof levels)[number]

/** The views of the page: a table that starts at a level, or the ads as pictures. */
export const showings = [...levels, 'creative'] as const
export type Showing = (typeof showings)[number]

/** Reference to a row of any level. */
export interface RowRef {
  readonly level: Level
  /** Value of the dimension. */
  readonly key: string
}

/** The view that the address selects; campaigns by default. */
export function showingOf({ level }: Pick<SearchState, 'level'>): Showing {
  return showings.find((showing) => showing === level) ?? 'campaign'
}

/** The view as the address writes it; campaigns, the default, are left out. */
export function levelParam(showing: Showing): string | undefined {
  return showing === 'campaign' ? undefined : showing
}

/** The level of a view's rows. */
export function levelOf(showing: Showing): Level {
  return showing === 'creative' ? 'ad' : showing
}

/** The level that a row expands into; undefined for the lowest. */
export function childLevel(level: Level): Level | undefined {
  return levels[levels.indexOf(level) + 1]
}

/** Id of a row in the address. */
export function rowId({ level, key }: RowRef): string {
  return `${level}:${key}`
}

/** Parses a row id from the address; undefined for an invalid one. */
export function parseRowId(text: string | undefined): RowRef | undefined {
  const at = text?.indexOf(':') ?? -1
  if (text === undefined || at < 0) return undefined
  const level = levels.find((candidate) => candidate === text.slice(0, at))
  const key = text.slice(at + 1)
  return level && key !== '' ? { level, key } : undefined
}

/** The filter that limits a query to the row. */
export function filterOf({ level, key }: RowRef): Filter {
  return { dimension: level, operator: 'is', values: [key] }
}

/** An empty last id stands for the remainder: what its parent has beyond its known children. */
export function isRemainder({ level, key }: RowRef): boolean {
  return level !== 'channel' && key.endsWith('/')
}

/** Whether a row can have children; channels without a connector have campaigns, and nothing deeper. */
export function canUnfold(row: RowRef): boolean {
  if (childLevel(row.level) === undefined || isRemainder(row)) return false
  return row.level === 'channel' || platformOf(row) !== 'custom'
}

/** Platform id of a row below the channel level. */
export function platformOf({ key }: RowRef): string {
  return key.slice(0, Math.max(0, key.indexOf('/')))
}

/** `platform/account` of a row below the channels. */
export function accountOf({ key }: RowRef): string {
  return key.split('/').slice(0, 2).join('/')
}

/** The filters that queries about ads support. */
const adDimensions: ReadonlySet<string> = new Set([...levels, 'ad_account', 'ad_status', 'ad_kind'])

/** Whether a filter is about ads; all others are about orders. */
export function isAdFilter({ dimension }: Filter): boolean {
  return adDimensions.has(dimension)
}
