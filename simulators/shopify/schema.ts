import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  buildASTSchema,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  validate,
} from 'graphql'

/** The version whose published schema is at hand; every supported version is answered with it. */
export const schemaVersion = '2026-10'

/** Versions that are served, oldest first; an older one falls forward to the first. */
export const servedVersions = ['2026-01', '2026-04', '2026-07', '2026-10'] as const

let built: GraphQLSchema | undefined

/** Shopify's published Admin schema, built at the first call of the process. */
export function adminSchema(): GraphQLSchema {
  built ??= buildASTSchema(parse(readSource(), { noLocation: true }), { assumeValid: true, assumeValidSDL: true })
  return built
}

function readSource(): string {
  const file = new URL(`./schema/admin-${schemaVersion}.graphql.gz`, import.meta.url)
  return gunzipSync(readFileSync(file)).toString('utf8')
}

interface Prepared {
  readonly document: DocumentNode
  readonly errors: readonly GraphQLError[]
}

const prepared = new Map<string, Prepared>()
const preparedLimit = 200

/** Parses and validates, remembering what it saw before: clients send few documents many times. */
export function prepare(query: string): Prepared | GraphQLError {
  const known = prepared.get(query)
  if (known) return known
  try {
    const document = parse(query)
    const made = { document, errors: validate(adminSchema(), document, specifiedRules) }
    if (prepared.size >= preparedLimit) prepared.clear()
    prepared.set(query, made)
    return made
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}
