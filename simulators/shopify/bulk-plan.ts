import {
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  getArgumentValues,
  getNamedType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { isConnection } from './cost.ts'
import { adminSchema } from './schema.ts'

/** One field of a bulk query. */
export interface FieldPlan {
  readonly key: string
  readonly name: string
  readonly parentType: string
  readonly args: object
  readonly kind: 'leaf' | 'object' | 'connection'
  /** The requested fields of the object, or of each node. */
  readonly inner: readonly FieldPlan[]
  /** Only for objects of this type. */
  readonly onType: string | undefined
}

const connectionLimit = 5
const depthLimit = 2

/** Compiles a bulk query, or returns Shopify's message why it may not run. */
export function planBulk(operation: OperationDefinitionNode): FieldPlan | { readonly problem: string } {
  const root = adminSchema().getQueryType()
  if (operation.operation !== 'query' || !root) return { problem: 'Bulk queries must be queries.' }
  const planner = new Planner()
  const fields = planner.fields(operation.selectionSet, root, { depth: 0, isInList: false, onType: undefined })
  if (planner.problem !== undefined) return { problem: planner.problem }
  const [first] = fields
  if (planner.connections === 0 || !first) return { problem: 'Bulk queries must contain at least one connection.' }
  if (planner.connections > connectionLimit) {
    return { problem: `Bulk queries cannot contain more than ${connectionLimit} connections.` }
  }
  if (fields.length > 1 || first.kind !== 'connection') {
    return { problem: 'Bulk queries must have exactly one connection at the top.' }
  }
  return first
}

interface Where {
  readonly depth: number
  readonly isInList: boolean
  readonly onType: string | undefined
}

class Planner {
  connections = 0
  problem: string | undefined

  fields(set: SelectionSetNode, parent: GraphQLNamedType, where: Where): FieldPlan[] {
    return set.selections.flatMap((selection): FieldPlan[] => {
      if (selection.kind === Kind.FIELD) return [this.#field(selection, parent, where)]
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        this.problem ??= 'Bulk queries cannot use named fragments in the sandbox.'
        return []
      }
      const onType = selection.typeCondition?.name.value ?? where.onType
      const type = onType === undefined ? parent : (adminSchema().getType(onType) ?? parent)
      return this.fields(selection.selectionSet, type, { ...where, onType })
    })
  }

  #field(node: FieldNode, parent: GraphQLNamedType, where: Where): FieldPlan {
    const key = node.alias?.value ?? node.name.value
    const name = node.name.value
    const base = { key, name, parentType: parent.name, onType: where.onType }
    const definition = fieldOf(parent, name)
    if (!definition || !node.selectionSet) return { ...base, args: argsOf(definition, node), kind: 'leaf', inner: [] }
    const type = getNamedType(definition.type)
    const args = argsOf(definition, node)
    if (!isConnection(type)) {
      const bare = isNonNullType(definition.type) ? definition.type.ofType : definition.type
      const inner = this.fields(node.selectionSet, type, {
        ...where,
        onType: undefined,
        isInList: where.isInList || isListType(bare),
      })
      return { ...base, args, kind: 'object', inner: withId(inner, type) }
    }
    this.#note(where)
    const target = nodeSelection(node.selectionSet, type)
    if (!target) {
      this.problem ??= `Bulk queries must select the nodes of ${name}.`
      return { ...base, args, kind: 'connection', inner: [] }
    }
    const inner = this.fields(target.set, target.type, { depth: where.depth + 1, isInList: false, onType: undefined })
    return { ...base, args, kind: 'connection', inner: withId(inner, target.type) }
  }

  #note({ depth, isInList }: Where): void {
    this.connections += 1
    if (isInList) {
      this.problem ??= 'Queries that contain a connection field within a list field are not currently supported.'
    }
    if (depth > depthLimit)
      this.problem ??= 'Bulk queries cannot contain connections with a nesting depth greater than 2.'
  }
}

/** Objects with connections get their id, so that child lines can refer to it. */
function withId(inner: readonly FieldPlan[], type: GraphQLNamedType): readonly FieldPlan[] {
  const needsId = inner.some((field) => field.kind === 'connection')
  if (!needsId || inner.some((field) => field.key === 'id')) return inner
  return [
    { key: 'id', name: 'id', parentType: type.name, args: {}, kind: 'leaf', inner: [], onType: undefined },
    ...inner,
  ]
}

function argsOf(definition: GraphQLField<unknown, unknown> | undefined, node: FieldNode): object {
  return definition ? getArgumentValues(definition, node) : {}
}

function fieldOf(type: GraphQLNamedType, name: string): GraphQLField<unknown, unknown> | undefined {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined
}

/** The requested fields of the nodes, through `edges { node }` or `nodes`. */
function nodeSelection(set: SelectionSetNode, connection: GraphQLNamedType) {
  const nodes = selected(set, connection, 'nodes')
  if (nodes) return nodes
  const edges = selected(set, connection, 'edges')
  return edges && selected(edges.set, edges.type, 'node')
}

function selected(set: SelectionSetNode, parent: GraphQLNamedType, name: string) {
  const field = set.selections.find((entry) => entry.kind === Kind.FIELD && entry.name.value === name)
  const type = getNamedType(fieldOf(parent, name)?.type)
  if (field?.kind !== Kind.FIELD || !field.selectionSet || !type) return undefined
  return { set: field.selectionSet, type }
}
