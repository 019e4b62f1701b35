import type { Language } from '../../language/index.ts'

/**
 * The shop day (`2026-11-22`) that a typed date means: ISO, day and month and year in digits, or with the month's name in the
 * language. Undefined for anything else, and for days that no calendar has.
 */
export function readDay(typed: string, language: Language): string | undefined {
  const text = toPlain(typed)
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return toDay(iso[1], iso[2], iso[3])
  const digits = /^(\d{1,2})[./\s-]+(\d{1,2})[./\s-]+(\d{4}|\d{2})$/.exec(text)
  // All of the languages write the day first; a month above 12 can only be the day.
  if (digits) return toDay(digits[3], digits[2], digits[1]) ?? toDay(digits[3], digits[1], digits[2])
  const named = /^(?:(\d{1,2})\D+(\d{4})|\D+(\d{1,2})\D+(\d{4}))$/.exec(text)
  const month = named && monthNamed(text, language)
  return month ? toDay(named[2] ?? named[4], String(month), named[1] ?? named[3]) : undefined
}

const leftToRight = /[\u200e\u200f]/g
const arabicDigits = /[\u0660-\u0669]/g

function toPlain(typed: string): string {
  return typed
    .replace(leftToRight, '')
    .replace(arabicDigits, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .trim()
    .toLowerCase()
}

function toDay(year = '', month = '', day = ''): string | undefined {
  const whole = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${whole}T00:00:00Z`)
  // The engine may turn 31 February into a day of March.
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== whole ? undefined : whole
}

/** From 1; undefined where no month, or more than one, is named like that. */
function monthNamed(text: string, language: Language): number | undefined {
  const words = text.match(/\p{L}{3,}/gu) ?? []
  const found = monthNames(language).flatMap((names, index) =>
    words.some((word) => names.some((name) => name.startsWith(word))) ? [index + 1] : [],
  )
  return found.length === 1 ? found[0] : undefined
}

const known = new Map<Language, readonly (readonly string[])[]>()

function monthNames(language: Language): readonly (readonly string[])[] {
  const names =
    known.get(language) ??
    Array.from({ length: 12 }, (_, index) =>
      (['short', 'long'] as const).map((month) => {
        const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' })
        const parts = format.formatToParts(new Date(Date.UTC(2026, index, 15)))
        return (parts.find(({ type }) => type === 'month')?.value ?? '').toLowerCase()
      }),
    )
  known.set(language, names)
  return names
}
