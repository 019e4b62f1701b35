/** Where the product under test is reached. */
export interface ProductAddresses {
  /** As its own users open it. */
  readonly address: string
  /** As platforms call it back: the same product behind TLS. */
  readonly secureAddress: string
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
  const { address, secureAddress } = Object(value)
  if (typeof address !== 'string' || typeof secureAddress !== 'string')
    throw new Error(`Not the addresses of a product: ${JSON.stringify(value)}`)
  return { address, secureAddress }
}
