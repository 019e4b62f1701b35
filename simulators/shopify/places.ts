const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** The English name of a country by its code. */
export function countryName(code: string): string {
  return names.of(code) ?? code
}
