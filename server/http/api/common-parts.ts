import { scopes } from '@tillsight/domain'
import { statusOf } from '../errors.ts'

// Parts of the API's description that all operations share.

/** How a caller says who they are. */
export const securitySchemes = {
  key: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'tsk_…',
    description: 'A key from Settings > API keys. The scope that an operation needs stands beside it.',
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a person, from /auth/v1/token. Pages of this site send their cookies instead.',
  },
  oauth: {
    type: 'oauth2',
    description: 'For assistants, which act for a person: only at /api/v1/mcp, never at these operations.',
    flows: {
      authorizationCode: {
        authorizationUrl: '/auth/v1/oauth/authorize',
        tokenUrl: '/auth/v1/oauth/token',
        scopes: Object.fromEntries(
          scopes
            .filter((scope) => scope.endsWith(':read') && scope !== 'customers:read')
            .map((scope) => [scope, scope]),
        ),
      },
    },
  },
}

/** Schema of every failure. */
export const Problem = {
  type: 'object',
  required: ['type', 'status', 'title', 'detail', 'code'],
  properties: {
    type: { type: 'string' },
    status: { type: 'integer' },
    title: { type: 'string' },
    detail: { type: 'string', description: 'What happened, what it means, what to do' },
    code: { type: 'string', enum: [...Object.keys(statusOf), 'too_large'] },
    instance: { type: 'string', description: 'Id of the request, as in `X-Request-Id`' },
    field: { type: 'string', description: 'The field that is wrong' },
    scope: { type: 'string', description: 'The scope that the key lacks' },
    errors: {
      type: 'array',
      description: 'Every field that is wrong',
      items: {
        type: 'object',
        required: ['field', 'detail'],
        properties: { field: { type: 'string' }, detail: { type: 'string' } },
      },
    },
  },
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
}

const descriptions: Readonly<Record<number, { readonly description: string; readonly headers?: object }>> = {
  400: { description: 'The request cannot be understood: `errors` names the fields' },
  401: {
    description: 'No caller: the key or token is missing, unknown, expired or revoked',
    headers: { 'WWW-Authenticate': { description: '`Bearer`', schema: { type: 'string' } } },
  },
  403: { description: 'Not allowed: `scope` names what a key lacks' },
  404: { description: 'There is no such thing, or it belongs to others' },
  409: {
    description: 'Conflict with the current state, or with a request of the same `Idempotency-Key`',
    headers: retryAfter,
  },
  413: { description: 'The request is too large' },
  429: { description: 'Too many requests', headers: retryAfter },
  500: { description: 'Something went wrong on our side' },
  502: { description: 'A platform did not answer as it should' },
  503: { description: 'Not available right now, or it took longer than 30 seconds', headers: retryAfter },
}

/** Failures that any operation may answer with, by status. */
export const failures = Object.fromEntries(
  Object.entries(descriptions).map(([status, described]) => [
    status,
    { ...described, content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
  ]),
)

/** Parameter of everything that writes. */
export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 128 },
  description: 'The same request with the same key is carried out once within 24 hours; its answer comes again',
}
