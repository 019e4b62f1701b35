/** Whether this has the shape of an ISO 4217 code; it may be one that is no longer paid in. */
export function isCurrencyCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text)
}
