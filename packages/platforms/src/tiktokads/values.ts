import { printFixed, roundFixed } from '@tillsight/core'
import type { DecimalText, InstantText } from '../records.ts'

/** Whether fields can be read from it. */
export function isRow(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The rows of a list; a missing list, which TikTok omits if there are no rows, is empty. */
export function rowsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRow) : []
}

/** Text of a field that may come as text or as a number; empty for anything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.trim() : ''
}

/** A whole number, as text or number; zero for anything else. */
export function countOf(value: unknown): number {
  const count = Number(textOf(value))
  return Number.isSafeInteger(count) ? count : 0
}

/**
 * A figure as decimal text of at most six places. Undefined for `-`, which means that TikTok has none, and for whatever is
 * not a figure.
 */
export function figureOf(value: unknown): DecimalText | undefined {
  const text = textOf(value)
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return undefined
  return trimmed(printFixed(roundFixed(text, 6), 6))
}

function trimmed(text: string): string {
  const short = text.replace(/\.?0+$/, '')
  return short === '-0' ? '0' : short
}

/** `2026-03-28T22:59:59Z`. */
export function toInstantText(date: Date): InstantText {
  return `${date.toISOString().slice(0, 19)}Z`
}

/** Parses JSON without losing digits of ids: integers too long for a number become text. Throws for invalid JSON. */
export function parseExactly(text: string): unknown {
  // Most answers have their ids in quotation marks, and are long.
  if (!/[:,[]\s*-?\d{16}/.test(text)) return JSON.parse(text)
  const safe = text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (part) =>
    part.startsWith('"') ? part : `"${part}"`,
  )
  return JSON.parse(safe)
}
