/** The email address or phone number that identifies an account. Phones are in E.164, with their `+`. */
export type Address = { readonly email: string } | { readonly phone: string }

const email = /^[^\s@]+@[^\s@]+$/
const phone = /^\+?[1-9]\d{6,14}$/

/** Parses an email address or a phone number; undefined when it is neither. */
export function readAddress(typed: string): Address | undefined {
  const text = typed.trim()
  if (email.test(text)) return { email: text }
  const digits = text.replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+')
  if (!phone.test(digits)) return undefined
  return { phone: digits.startsWith('+') ? digits : `+${digits}` }
}

/** The address as text, for display and forms. */
export function addressText(address: Address): string {
  return 'email' in address ? address.email : address.phone
}

/** The domain of an email address; undefined when there is none. */
export function companyDomain(typed: string): string | undefined {
  const domain = typed.trim().split('@').at(-1)?.toLowerCase()
  return domain && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain) ? domain : undefined
}
