import { roundFixed } from '@tillsight/core'
import { z } from 'zod'
import type { DecimalText } from '../records.ts'

const decimals = 6
const decimal = /^-?\d+(?:\.\d+)?$/

/** An id; Meta sends it as text, because it may be too long for a number. */
export const WireId = z.union([z.string().min(1), z.int()]).transform(String)

/**
 * A figure, which Meta sends as text. Zeros are omitted, so undefined, null and a dash mean 0; anything else that is not a
 * number is refused, because it would be counted as zero.
 */
export const WireFigure = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value, ctx): DecimalText => {
    if (value === null || value === undefined || value === '' || value === '-') return '0'
    const text = typeof value === 'number' && !decimal.test(String(value)) ? value.toFixed(decimals) : String(value)
    if (decimal.test(text)) return withoutZeros(text)
    ctx.addIssue({ code: 'custom', message: 'not a number' })
    return z.NEVER
  })

/** A whole number that may come as text. */
export const WireCount = WireFigure.transform((text) => Math.round(Number(text)))

/** A decimal of at most six places. */
function withoutZeros(text: string): DecimalText {
  const places = text.split('.')[1]?.length ?? 0
  if (places <= decimals) return text
  const digits = roundFixed(text, decimals)
  const sign = digits < 0n ? '-' : ''
  const padded = (digits < 0n ? -digits : digits).toString().padStart(decimals + 1, '0')
  return `${sign}${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`
}

/** Integers with this many digits lose precision as numbers. */
const longInteger = /[:[,]\s*-?\d{16,}\s*[,}\]]/

/** Parses a body without damaging long unquoted ids; undefined if it is not complete JSON. */
export function readJson(body: Uint8Array): unknown {
  const text = Buffer.from(body).toString('utf8')
  try {
    return longInteger.test(text) ? JSON.parse(text, keepLong) : JSON.parse(text)
  } catch {
    return undefined
  }
}

function keepLong(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isLong = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  return isLong && context?.source !== undefined ? context.source : value
}

/** An instant in Meta's format: `2026-01-01T00:00:00+0100`. */
export function toInstant(text: string | null | undefined): Date | undefined {
  const at = new Date((text ?? '').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  return Number.isNaN(at.getTime()) ? undefined : at
}
