import { hash } from 'node:crypto'
import { callingCodes, keepsTrunkZero } from './calling-codes.ts'

/** SHA-256 in hexadecimal; nothing of nothing. */
export function hashed(text: string): string {
  return text === '' ? '' : hash('sha256', text, 'hex')
}

/** Trimmed and in small letters; empty when it is no address. */
export function normaliseEmail(email: string): string {
  const text = email.trim().toLowerCase()
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : ''
}

/** As Google reads addresses: dots before the @ of its own mail mean nothing. */
export function normaliseGoogleEmail(email: string): string {
  const text = normaliseEmail(email)
  const [name = '', host = ''] = text.split('@')
  return host === 'gmail.com' || host === 'googlemail.com' ? `${name.replaceAll('.', '')}@${host}` : text
}

/**
 * E.164, such as `+4930123456`; a number without its country's code is read as one of `country`. Empty where it is not
 * known which country it is of, or where it has too few or too many digits.
 */
export function normalisePhone(phone: string, country: string): string {
  const text = phone.trim().replace(/\(0\)/g, '')
  const digits = text.replace(/\D/g, '')
  const isWhole = text.startsWith('+') || digits.startsWith('00')
  const number = isWhole ? digits.replace(/^00/, '') : withCode(digits, country.trim().toUpperCase())
  return number !== '' && /^[1-9]\d{6,14}$/.test(number) ? `+${number}` : ''
}

function withCode(digits: string, country: string): string {
  const code = callingCodes[country]
  if (code === undefined || digits === '') return ''
  if (code === '1') return digits.length === 11 && digits.startsWith('1') ? digits : `1${digits}`
  // With the code and without the sign in front: too long for a number at home.
  if (digits.startsWith(code) && digits.length > 10) return digits
  return `${code}${keepsTrunkZero.has(country) ? digits : digits.replace(/^0/, '')}`
}

/** A name: trimmed, small letters, without punctuation. */
export function normaliseName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, '')
    .replace(/\s+/g, ' ')
}

/** A city or region: small letters only, without spaces, digits and punctuation. */
export function normalisePlace(place: string): string {
  return place.toLowerCase().replace(/[^\p{L}]/gu, '')
}

/** A postcode: small letters and digits; of the United States the first five. */
export function normalisePostcode(postcode: string, country: string): string {
  const text = postcode.toLowerCase().replace(/[\s-]/g, '')
  return country.toUpperCase() === 'US' ? text.slice(0, 5) : text
}
