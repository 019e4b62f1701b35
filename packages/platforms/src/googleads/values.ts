import { printFixed, roundFixed } from '@tillsight/core'
import { ConnectorError } from '../failures.ts'
import type { DecimalText } from '../records.ts'

/** A JSON object. */
export type Row = Readonly<Record<string, unknown>>

/** Whether fields can be read from it. */
export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at a path such as `adGroupAd.ad.id`; undefined if any part of the path is missing. */
export function valueAt(row: Row, path: string): unknown {
  let at: unknown = row
  for (const step of stepsOf(path)) {
    if (!isRow(at)) return undefined
    at = at[step]
  }
  return at
}

const steps = new Map<string, readonly string[]>()

/** Cached: there are a few dozen paths and many rows. */
function stepsOf(path: string): readonly string[] {
  const known = steps.get(path) ?? path.split('.')
  steps.set(path, known)
  return known
}

/** Text at a path, or `''`. */
export function textAt(row: Row, path: string): string {
  const value = valueAt(row, path)
  return typeof value === 'string' ? value : ''
}

/** An id at a path: digits of any length. A JSON number is accepted only while it is exact. */
export function idAt(row: Row, path: string): string {
  const value = valueAt(row, path)
  if (typeof value === 'string' && /^\d+$/.test(value)) return value
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return String(value)
  throw damaged(path)
}

/** A whole number at a path, which Google sends as text; 0 if missing. */
export function wholeAt(row: Row, path: string): bigint {
  const value = valueAt(row, path)
  if (value === undefined || value === null) return 0n
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return BigInt(value)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  throw damaged(path)
}

/** A count at a path. */
export function countAt(row: Row, path: string): number {
  return Number(wholeAt(row, path))
}

/** A fraction or an amount at a path, in millionths; 0 if missing. */
export function millionthsAt(row: Row, path: string): bigint {
  const value = valueAt(row, path)
  if (value === undefined || value === null) return 0n
  if (typeof value === 'number' && Math.abs(value) < 1e15) return roundFixed(value.toFixed(6), 6)
  if (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)) return roundFixed(value, 6)
  throw damaged(path)
}

/** `94.9`: with no more digits than necessary. */
export function toDecimal(millionths: bigint): DecimalText {
  return printFixed(millionths, 6).replace(/\.?0+$/, '')
}

/** `123-456-7890`, as Google displays account ids. */
export function dashed(id: string): string {
  return id.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3')
}

/** The failure for a malformed response. */
export function damaged(what: string): ConnectorError {
  return new ConnectorError({
    kind: 'transient',
    message: `Google Ads answered with something that is not a figure (${what.slice(0, 80)}). It is asked again; nothing of that answer was taken over.`,
    platformCode: 'damaged',
    worsens: {
      afterMs: 24 * 3_600_000,
      kind: 'bad_request',
      message: `Google Ads has answered for more than a day with something that Tillsight does not understand (${what.slice(0, 80)}). Data up to now is kept; look for an update of Tillsight.`,
    },
  })
}
