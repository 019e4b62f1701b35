import type { Call, ListArgs } from './world.ts'

interface FieldArgs extends ListArgs {
  readonly withCodeDiscounts?: boolean
}

/** How to read each field of a type from an object. */
export type Fields<T> = Readonly<Record<string, (of: T, args: FieldArgs, call: Call) => unknown>>

/** An object of the shop in GraphQL: every field is computed on access. */
export abstract class GraphNode {
  abstract readonly __typename: string
  abstract read(field: string, args: FieldArgs, call: Call): unknown
}

class TableNode<T> extends GraphNode {
  readonly __typename: string
  readonly #fields: Fields<T>
  readonly #of: T

  constructor(typename: string, fields: Fields<T>, of: T) {
    super()
    this.__typename = typename
    this.#fields = fields
    this.#of = of
  }

  read(field: string, args: FieldArgs, call: Call): unknown {
    return this.#fields[field]?.(this.#of, args, call)
  }
}

/** A type of the schema, as a table of its fields; the type name may depend on the object. */
export function nodeType<T>(typename: string | ((of: T) => string), fields: Fields<T>): (of: T) => GraphNode {
  return (of) => new TableNode(typeof typename === 'string' ? typename : typename(of), fields, of)
}

/** The value of a field: of a node, or of a plain object whose fields may be functions of their arguments. */
export function valueOf(source: unknown, field: string, { args, call }: { args: object; call: Call }): unknown {
  if (source instanceof GraphNode) return field === '__typename' ? source.__typename : source.read(field, args, call)
  if (typeof source !== 'object' || source === null) return undefined
  const value: unknown = Reflect.get(source, field)
  return typeof value === 'function' ? Reflect.apply(value, source, [args, call]) : value
}
