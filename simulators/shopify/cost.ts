import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql'
import { type Platform, restoreRate, type ShopSite } from './options.ts'

const mutationCost = 10
const connectionCost = 2

/** Whether a type is a connection. */
export function isConnection(type: GraphQLNamedType): boolean {
  return type.name.endsWith('Connection')
}

/** Points of one object: things with an id cost one, values such as money and page info are free. */
export function objectCost(type: GraphQLNamedType): number {
  if (!isCompositeType(type) || isConnection(type) || type.name.endsWith('Edge')) return 0
  if (isUnionType(type)) return 1
  return 'id' in type.getFields() ? 1 : 0
}

/** The maximum cost of a document: scalars nothing, objects one point, connections by their size, mutations ten. */
export function requestedCost(
  schema: GraphQLSchema,
  { document, operation }: { readonly document: DocumentNode; readonly operation: OperationDefinitionNode },
  variables: Readonly<Record<string, unknown>>,
): number {
  const root = schema.getRootType(operation.operation)
  if (!root) return 0
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const count = new CostCount(schema, fragments, variables).ofSelection(operation.selectionSet, root)
  return operation.operation === 'mutation' ? mutationCost + count : count
}

class CostCount {
  readonly #schema: GraphQLSchema
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #variables: Readonly<Record<string, unknown>>

  constructor(
    schema: GraphQLSchema,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    variables: Readonly<Record<string, unknown>>,
  ) {
    this.#schema = schema
    this.#fragments = fragments
    this.#variables = variables
  }

  ofSelection(set: SelectionSetNode, parent: GraphQLCompositeType): number {
    let common = 0
    let dearest = 0
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        common += this.#ofField(selection, parent)
        continue
      }
      const { type, inner } = this.#target(selection, parent)
      const cost = this.ofSelection(inner, type)
      if (type === parent) common += cost
      else dearest = Math.max(dearest, cost)
    }
    return common + dearest
  }

  #target(selection: Exclude<SelectionNode, FieldNode>, parent: GraphQLCompositeType) {
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(selection.name.value) : selection
    const name = fragment?.typeCondition?.name.value
    const type = name === undefined ? parent : this.#schema.getType(name)
    if (!fragment || !type || !isCompositeType(type)) throw new Error('The document was validated before')
    return { type, inner: fragment.selectionSet }
  }

  #ofField(field: FieldNode, parent: GraphQLCompositeType): number {
    const definition = fieldOf(parent, field.name.value)
    if (!definition || !field.selectionSet) return 0
    const type = getNamedType(definition.type)
    if (!isCompositeType(type)) return 0
    const inside = this.ofSelection(field.selectionSet, type)
    if (field.name.value === 'nodes' && definition.args.some((argument) => argument.name === 'ids')) {
      return this.#listSize(field, 'ids') * (objectCost(type) + inside)
    }
    if (!isConnection(type)) return objectCost(type) + inside
    return connectionCost + this.#size(field) * Math.max(inside, 1)
  }

  #size(field: FieldNode): number {
    const value = this.#argument(field, 'first') ?? this.#argument(field, 'last')
    return typeof value === 'number' ? value : 0
  }

  #listSize(field: FieldNode, name: string): number {
    const value = this.#argument(field, name)
    return Array.isArray(value) ? value.length : 1
  }

  #argument(field: FieldNode, name: string): unknown {
    const argument = field.arguments?.find((entry) => entry.name.value === name)
    return argument ? valueFromASTUntyped(argument.value, this.#variables) : undefined
  }
}

function fieldOf(type: GraphQLCompositeType, name: string): GraphQLField<unknown, unknown> | undefined {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined
}

/** The fill level of an app's bucket at a shop. */
interface ThrottleStatus {
  readonly maximumAvailable: number
  readonly currentlyAvailable: number
  readonly restoreRate: number
}

const secondsInBucket = 20

/** The leaky bucket: filled by the platform's clock, twenty seconds' worth. */
export class Bucket {
  readonly #platform: Platform
  readonly #site: ShopSite
  #missing = 0
  #at = 0

  constructor(platform: Platform, site: ShopSite) {
    this.#platform = platform
    this.#site = site
  }

  get maximum(): number {
    return restoreRate(this.#site.plan) * secondsInBucket
  }

  get available(): number {
    const now = this.#platform.clock.now().getTime()
    const restored = (Math.max(0, now - this.#at) / 1000) * restoreRate(this.#site.plan)
    this.#missing = this.#platform.throttle === 'off' ? 0 : Math.max(0, this.#missing - restored)
    this.#at = now
    return Math.floor(this.maximum - this.#missing)
  }

  /** Reserves the maximum cost of a query; false if there is not enough. */
  reserve(points: number): boolean {
    if (this.available < points) return this.#platform.throttle === 'off'
    this.#missing += points
    return true
  }

  /** Returns points that were reserved but not used. */
  giveBack(points: number): void {
    this.#missing = Math.max(0, this.#missing - points)
  }

  /** Empties the bucket, as another worker of the same app would. */
  drain(): void {
    this.#missing = this.maximum - Math.min(0, this.available)
    this.#at = this.#platform.clock.now().getTime()
  }

  status(): ThrottleStatus {
    return {
      maximumAvailable: this.maximum,
      currentlyAvailable: Math.min(this.maximum, this.available),
      restoreRate: restoreRate(this.#site.plan),
    }
  }
}
