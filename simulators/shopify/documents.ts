import { type DocumentNode, GraphQLError, parse, specifiedRules, validate } from 'graphql'
import { adminSchema } from './schema.ts'

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
