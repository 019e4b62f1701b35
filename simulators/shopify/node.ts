import type { Call, ListArgs } from './world.ts'

interface FieldArgs extends ListArgs {
  readonly withCodeDiscounts?: boolean
}

/** How each field of a type is read off a thing. */
export type Fields<T> = Readonly<Record<string, (of: T, args: FieldArgs, call: Call) => unknown>>

/** A thing of the shop as GraphQL sees it: nothing is worked out before it is asked for. */
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

/** A type of the schema by the table of its fields; what a thing is called may depend on the thing. */
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
