import type { ConnectionSettings } from '../contract.ts'
import { ConnectorError } from '../failures.ts'

const exact = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/
const inAdmin = /^admin\.shopify\.com\/store\/([a-z0-9][a-z0-9-]*)(?:\/.*)?$/

/** Whether it is the name of a shop and nothing else: only such a name may become part of an address. */
export function isShopDomain(text: string): boolean {
  return exact.test(text)
}

/** `name.myshopify.com` from what a person typed or copied from the admin; undefined for anything else. */
export function toShopDomain(typed: string): string | undefined {
  const bare = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
  const admin = inAdmin.exec(bare)
  if (admin) return `${admin[1]}.myshopify.com`
  const host = bare.replace(/\/(?:admin(?:\/.*)?)?$/, '')
  if (exact.test(host)) return host
  return /^[a-z0-9][a-z0-9-]*$/.test(host) ? `${host}.myshopify.com` : undefined
}

/** The shop that a connection names. Throws `account_state` with words for the form. */
export function shopOf(settings: ConnectionSettings): string {
  const typed = settings.url ?? ''
  const shop = toShopDomain(typed)
  if (shop !== undefined) return shop
  throw new ConnectorError({
    kind: 'account_state',
    message: `“${typed.slice(0, 60)}” is not the name of a Shopify shop. Enter it as name.myshopify.com: it is shown in the admin under Settings > Domains, and never changes with your own domain.`,
    platformCode: 'address',
    field: 'url',
  })
}

/** Where a shop's admin is reached: `https://name.myshopify.com`, unless the operator's template says otherwise. */
export function baseUrlOf(app: ConnectionSettings, shop: string): string {
  const template = app.shopUrl ?? 'https://{shop}'
  return template.replace('{shop}', shop).replace(/\/$/, '')
}
