// A client of the API for TypeScript programs. Its types are made from the API's description. Must not know the product's code.
import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './generated/api.ts'

export type { components, paths } from './generated/api.ts'

/** Where the API is, and the key to ask it with. */
interface ApiAccess {
  /** Of the installation: `https://stats.example.com`. */
  readonly address: string
  /** From Settings > API keys. */
  readonly key: string
}

/** A client whose requests and answers have the types of the API. */
export function openApiClient({ address, key }: ApiAccess): Client<paths> {
  return createClient<paths>({
    baseUrl: `${address.replace(/\/+$/, '')}/api/v1`,
    headers: { authorization: `Bearer ${key}` },
  })
}
