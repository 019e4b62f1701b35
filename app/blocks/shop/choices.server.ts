const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })

/** Every zone a shop can be in; UTC first, then by name. */
export function listZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}

/** Every currency a shop can sell in. */
export function listCurrencies(): { readonly code: string; readonly label: string }[] {
  return Intl.supportedValuesOf('currency').map((code) => ({
    code,
    label: `${code} – ${currencyNames.of(code) ?? code}`,
  }))
}
