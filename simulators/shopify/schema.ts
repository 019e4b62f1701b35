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

/** The version whose published schema is included; it is used for every supported version. */
const schemaVersion = '2026-10'

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

/** Parses and validates, with a cache: clients send few documents many times. */
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

/** An error of a document in Shopify's own words. */
export interface WordedError {
  readonly message: string
  readonly locations?: readonly { readonly line: number; readonly column: number }[]
  readonly path?: readonly (string | number)[]
  readonly extensions?: Readonly<Record<string, unknown>>
}

interface Wording {
  readonly pattern: RegExp
  readonly word: (found: Readonly<Record<string, string>>) => {
    readonly message: string
    readonly extensions: Record<string, unknown>
  }
}

const wordings: readonly Wording[] = [
  {
    pattern: /^Cannot query field "(?<field>\w+)" on type "(?<type>\w+)"/,
    word: ({ field, type }) => ({
      message: `Field '${field}' doesn't exist on type '${type}'`,
      extensions: { code: 'undefinedField', typeName: type, fieldName: field },
    }),
  },
  {
    pattern: /^Unknown argument "(?<argument>\w+)" on field "(?<type>\w+)\.(?<field>\w+)"/,
    word: ({ argument, field }) => ({
      message: `Field '${field}' doesn't accept argument '${argument}'`,
      extensions: { code: 'argumentNotAccepted', name: field, typeName: 'Field', argumentName: argument },
    }),
  },
  {
    pattern: /^Field "(?<field>\w+)" of type "(?<type>[^"]+)" must have a selection of subfields/,
    word: ({ field, type = '' }) => ({
      message: `Field must have selections (field '${field}' returns ${type.replace(/[[\]!]/g, '')} but has no selections. Did you mean '${field} { ... }'?)`,
      extensions: { code: 'selectionMismatch', nodeName: `field '${field}'`, typeName: type.replace(/[[\]!]/g, '') },
    }),
  },
  {
    pattern: /^Field "(?<field>\w+)" must not have a selection since type "(?<type>[^"]+)"/,
    word: ({ field, type = '' }) => ({
      message: `Selections can't be made on scalars (field '${field}' returns ${type.replace(/[[\]!]/g, '')} but has selections [...])`,
      extensions: { code: 'selectionMismatch', nodeName: `field '${field}'`, typeName: type.replace(/[[\]!]/g, '') },
    }),
  },
  {
    pattern: /^(?:Field|Argument) "(?<field>\w+)"(?: argument)? "?(?<argument>\w+)"? of type "[^"]+" is required/,
    word: ({ field, argument }) => ({
      message: `Field '${field}' is missing required arguments: ${argument}`,
      extensions: { code: 'missingRequiredArguments', className: 'Field', name: field, arguments: argument },
    }),
  },
  {
    pattern: /^Variable "\$(?<name>\w+)" is not defined/,
    word: ({ name }) => ({
      message: `Variable $${name} is used by anonymous query but not declared`,
      extensions: { code: 'variableNotDefined', variableName: name },
    }),
  },
  {
    pattern: /^Variable "\$(?<name>\w+)" is never used/,
    word: ({ name }) => ({
      message: `Variable $${name} is declared by anonymous query but not used`,
      extensions: { code: 'variableNotUsed', variableName: name },
    }),
  },
  {
    pattern: /^Variable "\$(?<name>\w+)" of (?:required|non-null) type "(?<type>[^"]+)"/,
    word: ({ name, type }) => ({
      message: `Variable $${name} of type ${type} was provided invalid value`,
      extensions: { value: null, problems: [{ path: [], explanation: 'Expected value to not be null' }] },
    }),
  },
  {
    pattern: /^Variable "\$(?<name>\w+)" got invalid value (?<value>.+); (?<problem>.+)$/s,
    word: ({ name, problem }) => ({
      message: `Variable $${name} was provided invalid value`,
      extensions: { problems: [{ path: [], explanation: problem }] },
    }),
  },
  {
    pattern: /^Syntax Error: (?<problem>.+)$/s,
    word: ({ problem }) => ({ message: `Parse error: ${problem}`, extensions: {} }),
  },
]

/** Describes an error of a document as Shopify would; errors without such a text keep the library's. */
export function shopifyError(error: GraphQLError): WordedError {
  const { locations, message } = error
  const place = locations ? { locations } : {}
  for (const { pattern, word } of wordings) {
    const found = pattern.exec(message)
    if (!found) continue
    const { message: worded, extensions } = word(found.groups ?? {})
    const isCoded = Object.keys(extensions).length > 0
    return { message: worded, ...place, path: ['query'], ...(isCoded ? { extensions } : {}) }
  }
  return { message, ...place }
}

/** An error of a field during execution. */
export function fieldError(error: GraphQLError): WordedError {
  const { message, locations, path, extensions } = error
  return {
    message,
    ...(locations ? { locations } : {}),
    ...(path ? { path } : {}),
    ...(Object.keys(extensions).length > 0 ? { extensions } : {}),
  }
}
