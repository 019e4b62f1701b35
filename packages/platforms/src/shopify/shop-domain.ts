import type { ConnectionSettings } from '../contract.ts'
import { ConnectorError } from '../failures.ts'

const exact = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/
const inAdmin = /^admin\.shopify\.com\/store\/([a-z0-9][a-z0-9-]*)(?:\/.*)?$/

/** Whether the text is a shop's host name and nothing else: only then may it become part of an address. */
export function isShopDomain(text: string): boolean {
  return exact.test(text)
}

/** Derives `name.myshopify.com` from typed text or an address copied from the admin; undefined for anything else. */
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

/** The shop of a connection. Throws `account_state` with a message for the form. */
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

/** The page of an order in the admin that merchants sign in to. */
export function orderPage({ shopDomain = '' }: ConnectionSettings): string | undefined {
  if (!isShopDomain(shopDomain)) return undefined
  return `https://admin.shopify.com/store/${shopDomain.replace('.myshopify.com', '')}/orders/{order}`
}

/** The address of a shop's admin: `https://name.myshopify.com`, unless the operator's template says otherwise. */
export function baseUrlOf(app: ConnectionSettings, shop: string): string {
  const template = app.shopUrl ?? 'https://{shop}'
  return template.replace('{shop}', shop).replace(/\/$/, '')
}
