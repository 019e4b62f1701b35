import type { ConnectorView } from '@tillsight/domain'

/** The form begins with the shop's own address where that is a good guess. */
export function firstValues({ fields }: ConnectorView, domain: string): Record<string, string> {
  return Object.fromEntries(
    fields.filter(({ isShopAddress }) => isShopAddress).map(({ key }) => [key, `https://${domain}`]),
  )
}
