import type { Cookie } from './signed-in.ts'

/** Where the product under test is reached, and by whom. */
export interface ProductAddresses {
  /** As its own users open it. */
  readonly address: string
  /** As platforms call it back: the same product behind TLS. */
  readonly secureAddress: string
  /** Owner of the demo shops. */
  readonly account: { readonly email: string; readonly password: string }
  /** Secret key of the auth service, for people that a test makes. */
  readonly adminKey: string
  /** What opens the mailbox. */
  readonly mailboxToken: string
  /** The simulated Shopify that the installation has an app at. */
  readonly shopify: ShopifyAddresses
  /** When the demo was made, ISO 8601: its stories end there. */
  readonly createdAt: string
  /** The owner's session, signed in once for all tests. */
  readonly cookies: readonly Cookie[]
}

/** What a test needs to know of the simulated Shopify: where its shops are, and the app of the installation there. */
interface ShopifyAddresses {
  /** With `{shop}` for `name.myshopify.com`. */
  readonly shopUrl: string
  readonly apiKey: string
  readonly apiSecret: string
}

const variable = 'TILLSIGHT_E2E'

/** Leaves the addresses for the workers, which are processes of their own. */
export function announceProduct(addresses: ProductAddresses): void {
  process.env[variable] = JSON.stringify(addresses)
}

/** The running product, as the global set-up announced it. */
export function findProduct(): ProductAddresses {
  const text = process.env[variable]
  if (text === undefined) throw new Error('The product is not running: the global set-up of the tests starts it.')
  return readAddresses(JSON.parse(text))
}

/** Checks what came from another process. */
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
