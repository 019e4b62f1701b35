import { roundFixed } from '@tillsight/core'
import { z } from 'zod'
import type { DecimalText } from '../records.ts'

const decimals = 6
const decimal = /^-?\d+(?:\.\d+)?$/

/** An id; Meta quotes them, and they are longer than numbers can hold. */
export const WireId = z.union([z.string().min(1), z.int()]).transform(String)

/**
 * A figure, which Meta sends as text. What is zero is not sent at all, so that nothing, null and a dash are 0; anything else
 * that is no number is refused, for it would be counted as nothing.
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

/** Whole numbers of so many digits do not survive as numbers. */
const longInteger = /[:[,]\s*-?\d{16,}\s*[,}\]]/

/** Reads a body without damaging long ids that are not quoted; undefined when it is no whole JSON. */
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

/** An instant as Meta writes it: `2026-01-01T00:00:00+0100`. */
export function toInstant(text: string | null | undefined): Date | undefined {
  const at = new Date((text ?? '').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  return Number.isNaN(at.getTime()) ? undefined : at
}
