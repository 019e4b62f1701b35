import { AppError } from '@tillsight/core'

/** The part of a JSON schema that says which fields there are. */
interface Fields {
  readonly properties?: Readonly<Record<string, Fields>>
  readonly additionalProperties?: boolean | Fields
  readonly items?: Fields | readonly Fields[]
  readonly anyOf?: readonly Fields[]
  readonly oneOf?: readonly Fields[]
  readonly allOf?: readonly Fields[]
}

/**
 * Throws `invalid_input` that names every field of a body which its schema does not know. The schemas themselves drop such
 * fields, which a program with a misspelt name would not notice.
 */
export function assertKnownFields(schema: object, body: unknown): void {
  const unknown = unknownIn(schema, body, '')
  if (unknown.length === 0) return
  const sentences = unknown.map((field) => [field, `“${field}” is not a field of this request.`] as const)
  throw new AppError('invalid_input', sentences.map(([, text]) => text).join(' '), {
    details: { field: unknown[0] ?? '' },
    problems: Object.fromEntries(sentences),
  })
}

function unknownIn(schema: Fields, value: unknown, path: string): readonly string[] {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    // What does not fit any choice is refused by the validation, in better words.
    const found = choices.map((choice) => unknownIn(choice, value, path))
    return found.toSorted((one, other) => one.length - other.length)[0] ?? []
  }
  if (Array.isArray(value)) {
    const { items } = schema
    if (items === undefined || Array.isArray(items)) return []
    return value.flatMap((one, index) => unknownIn(items as Fields, one, join(path, String(index))))
  }
  if (typeof value !== 'object' || value === null || !schema.properties) return []
  const { properties, additionalProperties } = schema
  return Object.entries(value).flatMap(([name, one]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (known) return unknownIn(known, one, join(path, name))
    return additionalProperties === undefined || additionalProperties === false ? [join(path, name)] : []
  })
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
