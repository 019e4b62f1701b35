import type { Language } from '../../language/languages.ts'

/** Every zone a shop can be in; UTC first, then by name. */
export function listZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}

/** Every currency a shop can sell in, named in the language of the page. */
export function listCurrencies(language: Language): { readonly code: string; readonly label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((code) => ({ code, label: `${code} – ${names.of(code) ?? code}` }))
}
