import { randomUUID } from 'node:crypto'
import {
  type DocumentNode,
  execute,
  type GraphQLError,
  type GraphQLFieldResolver,
  getNamedType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'
import { guardField } from './access.ts'
import type { Bucket } from './cost.ts'
import { isConnection, objectCost, requestedCost } from './cost.ts'
import { valueOf } from './node.ts'
import { queryRoot } from './query-root.ts'
import { adminSchema, fieldError, prepare, shopifyError, type WordedError } from './schema.ts'
import type { ShopCall, ShopWorld } from './shop-world.ts'
import type { SubscriptionInput } from './webhooks.ts'
import { readGid } from './world.ts'

/** Changes that an app may make through the API. */
const mutations = {
  webhookSubscriptionCreate: (
    { topic, webhookSubscription }: { readonly topic: string; readonly webhookSubscription: SubscriptionInput },
    call: ShopCall,
  ) => subscribed(call.world.webhooks.create(topic, webhookSubscription, call), call),
  webhookSubscriptionUpdate: (
    { id, webhookSubscription }: { readonly id: string; readonly webhookSubscription: SubscriptionInput },
    call: ShopCall,
  ) => subscribed(call.world.webhooks.update(readGid(id)?.id ?? 0, webhookSubscription), call),
  webhookSubscriptionDelete: ({ id }: { readonly id: string }, { world }: ShopCall) => {
    const isGone = world.webhooks.remove(readGid(id)?.id ?? 0)
    return {
      deletedWebhookSubscriptionId: isGone ? id : null,
      userErrors: isGone ? [] : [{ field: ['id'], message: 'Webhook subscription does not exist' }],
    }
  },
  bulkOperationRunQuery: (
    { query, groupObjects }: { readonly query: string; readonly groupObjects?: boolean },
    call: ShopCall,
  ) => call.world.bulk.run(query, { call, isGrouped: groupObjects === true }),
  bulkOperationCancel: ({ id }: { readonly id: string }, { world }: ShopCall) => {
    const operation = world.bulk.cancel(readGid(id)?.id ?? 0)
    const userErrors = operation ? [] : [{ field: ['id'], message: 'Bulk operation does not exist' }]
    return { bulkOperation: operation ?? null, userErrors }
  },
  webPixelCreate: (
    { webPixel }: { readonly webPixel: { readonly settings: unknown } },
    { scopes, world }: ShopCall,
  ) => {
    const missing = ['write_pixels', 'read_customer_events'].filter((scope) => !scopes.has(scope))
    if (missing.length > 0) return { webPixel: null, userErrors: [pixelError(`Missing scopes: ${missing.join(', ')}`)] }
    world.pixels.push(webPixel.settings)
    return {
      webPixel: { id: `gid://shopify/WebPixel/${world.pixels.length}`, settings: webPixel.settings },
      userErrors: [],
    }
  },
} as const

/** The request of a client. */
export interface GraphqlRequest {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly operationName: string | undefined
}

const costLimit = 1000

/** Runs one document: parsed, validated against the published schema, checked for cost, and executed. */
export async function answerGraphql(call: ShopCall, bucket: Bucket, request: GraphqlRequest): Promise<object> {
  const read = prepare(request.query)
  if (!('document' in read)) return { errors: [shopifyError(read)] }
  const { document, errors } = read
  if (errors.length > 0) return { errors: errors.map(shopifyError) }
  const operation = pick(document, request.operationName)
  if (!operation) return { errors: [{ message: 'No operation named in the request was found' }] }
  const requested = requestedCost(adminSchema(), { document, operation }, request.variables)
  const refusal = weigh(requested, { call, bucket })
  if (refusal) return refusal
  const result = await execute({
    schema: adminSchema(),
    document,
    rootValue: operation.operation === 'mutation' ? mutations : queryRoot,
    contextValue: call,
    variableValues: request.variables,
    operationName: operation.name?.value,
    fieldResolver: resolve,
  })
  const actual = Math.min(requested, call.spent + (operation.operation === 'mutation' ? 10 : 0))
  bucket.giveBack(requested - actual)
  return {
    ...(result.data === undefined ? {} : { data: result.data }),
    ...(result.errors ? { errors: result.errors.map(result.data === undefined ? shopifyError : toWorded) } : {}),
    extensions: { ...costOf(requested, actual, bucket), ...searchOf(call) },
  }
}

/** The context of a call. */
export function makeCall(world: ShopWorld, scopes: ReadonlySet<string>, version: string): ShopCall {
  return { world, scopes, version, isBulk: false, spent: 0, searchWarnings: [] }
}

function pick(document: DocumentNode, name: string | undefined): OperationDefinitionNode | undefined {
  const operations = document.definitions.filter((entry) => entry.kind === Kind.OPERATION_DEFINITION)
  return name === undefined ? operations[0] : operations.find((entry) => entry.name?.value === name)
}

/** Refuses a query that costs too much, now or ever; otherwise reserves the points. */
function weigh(
  requested: number,
  { call, bucket }: { readonly call: ShopCall; readonly bucket: Bucket },
): object | undefined {
  if (call.world.platform.throttle === 'off') return undefined
  if (requested > costLimit) {
    const message = `Query cost is ${requested}, which exceeds the single query max cost limit (${costLimit}).\n\nSee https://shopify.dev/concepts/about-apis/rate-limits for more information on how the\ncost of a query is calculated.\n\nTo query larger amounts of data with fewer limits, bulk operations should be used instead.\nSee https://shopify.dev/tutorials/perform-bulk-operations-with-admin-api for usage details.\n`
    const extensions = { code: 'MAX_COST_EXCEEDED', cost: requested, maxCost: costLimit, documentation: throttleDocs }
    return { errors: [{ message, extensions }], extensions: costOf(requested, null, bucket) }
  }
  return bucket.reserve(requested) ? undefined : throttled(requested, bucket)
}

const throttleDocs = 'https://shopify.dev/api/usage/rate-limits'

/** The answer of an empty bucket: HTTP 200. */
export function throttled(requested: number, bucket: Pick<Bucket, 'status'>): object {
  return {
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED', documentation: throttleDocs } }],
    extensions: costOf(requested, null, bucket),
  }
}

function costOf(requestedQueryCost: number, actualQueryCost: number | null, bucket: Pick<Bucket, 'status'>) {
  return { cost: { requestedQueryCost, actualQueryCost, throttleStatus: bucket.status() } }
}

function searchOf({ searchWarnings }: ShopCall): object {
  if (searchWarnings.length === 0) return {}
  return {
    search: searchWarnings.map(({ path, query, field, message }) => ({
      path,
      query,
      warnings: [{ field, message, code: 'invalid_field' }],
    })),
  }
}

/** An internal error of the simulator looks like Shopify's and contains its reason, so that a test shows it. */
function toWorded(error: GraphQLError): WordedError {
  const worded = fieldError(error)
  if (!error.originalError || worded.extensions) return worded
  process.emitWarning(`sandbox: ${error.originalError.stack ?? error.message}`)
  const message = `Internal error. Looks like something went wrong on our end.\nRequest ID: ${randomUUID()} (${error.message}).`
  return { ...worded, message, extensions: { code: 'INTERNAL_SERVER_ERROR' } }
}

const resolve: GraphQLFieldResolver<unknown, ShopCall> = (...[source, args, call, info]) => {
  const { parentType, fieldName, returnType } = info
  guardField(parentType.name, fieldName, call)
  const value = valueOf(source, fieldName, { args, call })
  if (value === undefined && isNonNullType(returnType)) {
    throw new Error(`The sandbox does not fill ${parentType.name}.${fieldName}`)
  }
  const type = getNamedType(returnType)
  const points = isConnection(type) ? 2 : objectCost(type)
  if (points > 0 && value) call.spent += points * (Array.isArray(value) ? value.length : 1)
  return value
}

interface UserError {
  readonly field: readonly string[] | null
  readonly message: string
}

function pixelError(message: string) {
  return { __typename: 'ErrorsWebPixelUserError', field: ['webPixel'], message, code: 'UNEXPECTED_ERROR' }
}

function subscribed(result: number | UserError, call: ShopCall) {
  if (typeof result === 'number') return { webhookSubscription: call.world.webhooks.node(result, call), userErrors: [] }
  return { webhookSubscription: null, userErrors: [result] }
}
