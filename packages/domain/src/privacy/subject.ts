import { AppError } from '@tillsight/core'
import { z } from 'zod'
import type { Shop } from '../context/index.ts'
import { listIdentifiers, normaliseEmail } from '../customers/index.ts'
import { toBookingRules } from '../ledger/index.ts'

const Given = z.string().trim().min(1).max(320)

/** Whom it is about, in any of these ways; several name the same person. */
export const SubjectInput = z
  .strictObject({
    email: Given.optional(),
    phone: Given.optional(),
    /** The platform's id of the customer. */
    customer: Given.optional(),
    /** Orders known to be theirs. */
    orders: z.array(z.string().min(1).max(200)).max(10_000).optional(),
  })
  .refine(
    ({ email, phone, customer, orders = [] }) => Boolean(email ?? phone ?? customer) || orders.length > 0,
    'Nobody is named: give an e-mail address, a phone number or the customer’s id at the platform',
  )
export type SubjectInput = z.infer<typeof SubjectInput>

/** What recognises a person, as far as it is known. */
export interface Traits {
  /** Normalised. */
  readonly emails: Set<string>
  readonly phones: Set<string>
  /** Ids at the platform. */
  readonly ids: Set<string>
}

/** An address that stands for nobody in this shop names nobody. Throws `invalid_input` when nothing is left. */
export function toTraits({ email, phone, customer, orders = [] }: SubjectInput, { settings, currency }: Shop): Traits {
  const { isIgnoredEmail } = toBookingRules(settings, currency)
  const asked = { platformId: customer ?? null, email: email ?? null, phone: null }
  const traits: Traits = { emails: new Set(), phones: new Set(phone === undefined ? [] : [phone]), ids: new Set() }
  for (const text of listIdentifiers(asked, null, isIgnoredEmail)) {
    const value = text.slice(text.indexOf(':') + 1)
    if (text.startsWith('id:')) traits.ids.add(value)
    else traits.emails.add(value)
  }
  if (traits.emails.size + traits.phones.size + traits.ids.size + orders.length > 0) return traits
  throw new AppError(
    'invalid_input',
    email?.includes('@')
      ? 'The shop’s settings list this address among those that stand for nobody, so it names no single customer. Give the phone number or the customer’s id instead, or take the address off the list.'
      : 'This is no e-mail address. Expected one such as ida@example.net.',
  )
}

/** Whether two phone numbers are the same one, whether or not they say their country. */
export function isSamePhone(one: string, other: string): boolean {
  const [a, b] = [readPhone(one), readPhone(other)]
  if (a.digits.length < 5 || b.digits.length < 5) return false
  if (a.isInternational === b.isInternational) return a.digits === b.digits
  const [long, short] = a.isInternational ? [a.digits, b.digits] : [b.digits, a.digits]
  return short.length >= 7 && long.endsWith(short)
}

/** Digits without what stands for "from within the country" or "from abroad". */
function readPhone(text: string): { readonly digits: string; readonly isInternational: boolean } {
  const trimmed = text.trim()
  const digits = trimmed.replace(/\D/g, '')
  if (trimmed.startsWith('+')) return { digits, isInternational: true }
  if (digits.startsWith('00')) return { digits: digits.slice(2), isInternational: true }
  return { digits: digits.replace(/^0/, ''), isInternational: false }
}

/** Whether an order's or an account's own words name the person. */
export function isNamed(
  { emails, phones, ids }: Traits,
  { id, email, phone }: { readonly id: string | null; readonly email: string | null; readonly phone: string | null },
): boolean {
  if (id !== null && ids.has(id)) return true
  if (email !== null && emails.has(normaliseEmail(email))) return true
  return phone !== null && phones.values().some((known) => isSamePhone(known, phone))
}
