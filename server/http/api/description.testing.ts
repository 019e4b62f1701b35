// Reads the API's own description, as a client would.
import { z } from 'zod'

const Schema = z.looseObject({})
const Json = z.object({ schema: Schema, example: z.unknown().optional() })
const Content = z.object({ description: z.string().min(1), content: z.record(z.string(), Json).optional() }).loose()

const Document = z.object({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.object({ title: z.string().min(1), version: z.string().min(1) }).loose(),
  servers: z.array(z.object({ url: z.string() })),
  components: z.object({
    securitySchemes: z.record(z.string(), z.object({ type: z.string(), description: z.string() }).loose()),
    responses: z.record(z.string(), Content),
    schemas: z.object({ Problem: Schema }),
  }),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(
      z.enum(['get', 'post', 'patch', 'delete']),
      z.object({
        operationId: z.string().min(1),
        summary: z.string().min(1),
        description: z.string().min(1).optional(),
        security: z.array(z.record(z.string(), z.array(z.string()))).min(1),
        parameters: z.array(
          z.object({
            name: z.string(),
            in: z.enum(['path', 'query', 'header']),
            required: z.boolean(),
            schema: Schema,
            description: z.string().optional(),
            example: z.unknown().optional(),
          }),
        ),
        requestBody: z
          .object({ required: z.literal(true), content: z.object({ 'application/json': Json }) })
          .optional(),
        responses: z.record(
          z.string().regex(/^\d{3}$/),
          z.union([z.object({ $ref: z.string().startsWith('#/components/responses/') }), Content]),
        ),
      }),
    ),
  ),
})

/** The document, checked. */
export function openDescription(document: unknown): z.infer<typeof Document> {
  return Document.parse(document)
}

/** An operation of the description. */
export interface Described {
  readonly id: string
  readonly method: string
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: object
    readonly example?: unknown
  }[]
  readonly body: { readonly schema: object; readonly example?: unknown } | undefined
  readonly isForKeys: boolean
  readonly scopes: readonly string[]
  /** Status of the answer when all is well. */
  readonly success: number
  /** Every declared answer with a body, by status. */
  readonly answers: ReadonlyMap<number, z.ZodType>
  /** Its address with these values in the path. */
  address(values: Readonly<Record<string, string>>): string
}

/** The operations of the description. */
export function readDescription(document: unknown): Described[] {
  const { paths, servers, components } = openDescription(document)
  const problem = z.fromJSONSchema(components.schemas.Problem)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody, responses, security }]) => {
      const answers = new Map(
        Object.entries(responses).flatMap(([status, one]) => {
          const described = '$ref' in one ? problem : schemaOf(one.content)
          return described ? [[Number(status), described] as const] : []
        }),
      )
      return {
        id: operationId,
        method,
        parameters: parameters.map(({ example, ...rest }) => ({ ...rest, ...(example !== undefined && { example }) })),
        body: requestBody?.content['application/json'],
        isForKeys: security.some((one) => 'key' in one),
        scopes: security.flatMap((one) => one['key'] ?? []),
        success: Math.min(...answers.keys()),
        answers,
        address: (values) =>
          `${servers[0]?.url ?? ''}${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))}`,
      } satisfies Described
    }),
  )
}

function schemaOf(content: z.infer<typeof Content>['content']): z.ZodType | undefined {
  const [json] = Object.values(content ?? {})
  return json && z.fromJSONSchema(json.schema)
}
