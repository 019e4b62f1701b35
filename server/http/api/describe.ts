import { scopeOf } from '@tillsight/domain'
import { z } from 'zod'
import { version } from '../../version.ts'
import { failures, idempotencyKey, Problem, securitySchemes } from './common-parts.ts'
import { exampleOf } from './examples.ts'
import type { Operation } from './operation.ts'

/** The API's OpenAPI 3.1 description, generated from the schemas that validate it. */
export function toOpenApi(operations: readonly Operation[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describeOperation(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tillsight',
      version,
      description:
        'Figures of online shops. Days are shop days, both ends included; money is decimal text; no value is null. Failures are problem+json (RFC 9457). Fields of a body that are not described are refused; answers may get further fields at any time. A list that is an array is whole, and says why it is never long; any other is `items` with `next`, which is null where there is no more.',
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
    },
    servers: [{ url: '/api/v1' }],
    paths,
    components: { securitySchemes, responses: failures, schemas: { Problem } },
  }
}

function describeOperation(operation: Operation): object {
  const { method, id, summary, about, input, output, needs, status = 200 } = operation
  const inPath = namesInPath(operation)
  const body = bodySchema(operation)
  const { path: pathExample, query: queryExample, body: example } = exampleOf(id)
  const withExample = (values: Readonly<Record<string, unknown>>) => (parameter: NamedParameter) =>
    Object.hasOwn(values, parameter.name) ? { ...parameter, example: values[parameter.name] } : parameter
  const scope = scopeOf(needs)
  const isForKeys = scope !== undefined || needs === 'shops:read'
  return {
    operationId: id,
    summary,
    ...(about === undefined ? {} : { description: about }),
    security: [...(isForKeys ? [{ key: scope === undefined ? [] : [scope] }] : []), { session: [] }],
    parameters: [
      ...inPath
        .map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
        .map(withExample(pathExample)),
      ...(method === 'get' || method === 'delete'
        ? queryParameters(input, inPath).map(withExample(queryExample))
        : [idempotencyKey]),
      ...(method === 'delete' ? [idempotencyKey] : []),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: body, example } } } }),
    responses: {
      [status]: { description: 'The answer', content: { 'application/json': { schema: toSchema(output, 'output') } } },
      ...(method === 'get'
        ? { 304: { description: 'The caller has this answer: `If-None-Match` is its `ETag`' } }
        : {}),
      ...Object.fromEntries(Object.keys(failures).map((code) => [code, { $ref: `#/components/responses/${code}` }])),
    },
  }
}

interface NamedParameter {
  readonly name: string
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, object>>
  readonly required?: readonly string[]
}

function namesInPath({ path }: Operation): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** Schema of an operation's body, without the parameters in its path; undefined for operations without a body. */
export function bodySchema(operation: Operation): object | undefined {
  const { method, input } = operation
  if (method !== 'post' && method !== 'patch') return undefined
  const inPath = namesInPath(operation)
  const schema: ObjectSchema = toSchema(input, 'input')
  const { properties, required } = schema
  if (properties === undefined || !inPath.some((name) => Object.hasOwn(properties, name))) return schema
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.includes(name))),
    ...(required === undefined ? {} : { required: required.filter((name) => !inPath.includes(name)) }),
  }
}

/** Query parameters of a GET; the metric of a drill-down is `key` in the path. */
function queryParameters(input: z.ZodType, inPath: readonly string[]): NamedParameter[] {
  const { properties = {}, required = [] } = toSchema(input, 'input') as ObjectSchema
  return Object.entries(properties)
    .filter(([name]) => !inPath.includes(name) && !(name === 'metric' && inPath.includes('key')))
    .map(([name, schema]) =>
      name === 'filters'
        ? {
            name: 'filter',
            in: 'query',
            required: false,
            schema: { type: 'array', items: { type: 'string' } },
            description: '`country:DE` keeps, `country!:DE` drops',
          }
        : { name, in: 'query', required: required.includes(name), schema },
    )
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...body } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return body
}
