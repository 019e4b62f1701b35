import type { Cookie } from './signed-in.ts'

/** Addresses and credentials of the tested product. */
export interface ProductAddresses {
  /** For its own users. */
  readonly address: string
  /** For callbacks of platforms: the same product behind TLS. */
  readonly secureAddress: string
  /** Owner of the demo shops. */
  readonly account: { readonly email: string; readonly password: string }
  /** Secret key of the auth service, to create people in tests. */
  readonly adminKey: string
  /** Token of the mailbox. */
  readonly mailboxToken: string
  /** The simulated Shopify, with an app of the installation. */
  readonly shopify: ShopifyAddresses
  /** When the demo was created, ISO 8601: its history ends there. */
  readonly createdAt: string
  /** The owner's session, shared by all tests. */
  readonly cookies: readonly Cookie[]
}

/** Addresses of the simulated Shopify, and the installation's app there. */
interface ShopifyAddresses {
  /** With `{shop}` for `name.myshopify.com`. */
  readonly shopUrl: string
  readonly apiKey: string
  readonly apiSecret: string
}

const variable = 'TILLSIGHT_E2E'

/** Passes the addresses to the worker processes. */
export function announceProduct(addresses: ProductAddresses): void {
  process.env[variable] = JSON.stringify(addresses)
}

/** The running product, as announced by the global setup. */
export function findProduct(): ProductAddresses {
  const text = process.env[variable]
  if (text === undefined) throw new Error('The product is not running: the global set-up of the tests starts it.')
  return readAddresses(JSON.parse(text))
}

/** Validates data from another process. */
export function readAddresses(value: unknown): ProductAddresses {
  const { address, secureAddress, account, adminKey, mailboxToken, shopify, createdAt, cookies } = Object(value)
  const { email, password } = Object(account)
  const { shopUrl, apiKey, apiSecret } = Object(shopify)
  const texts = [address, secureAddress, email, password, adminKey, mailboxToken, shopUrl, apiKey, apiSecret, createdAt]
  if (texts.every((text) => typeof text === 'string') && Array.isArray(cookies)) {
    const own = { account: { email, password }, adminKey, mailboxToken, cookies: cookies.map(readCookie) }
    return { address, secureAddress, shopify: { shopUrl, apiKey, apiSecret }, createdAt, ...own }
  }
  throw new Error('Another process sent what is not the addresses of a product.')
}

function readCookie(value: unknown): Cookie {
  const { name, value: text } = Object(value)
  return { name: String(name), value: String(text) }
}
