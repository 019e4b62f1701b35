import { Hono } from 'hono'
import type { Runtime } from '../runtime.ts'
import { requirePerson, shownBy } from './caller.ts'
import { type FailureShape, shapeDoor } from './failures.ts'
import { type BodyRefusal, createOperationCalls, readCallBody } from './operation-calls.ts'

const codes: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  503: 'UNAVAILABLE',
}

const shape: FailureShape = ({ status, message, code }) => {
  // Nothing was started: the client may send it again.
  const headers: HeadersInit = code === 'unavailable' ? { 'x-relay-error': 'true' } : {}
  return Response.json({ code: codes[status] ?? code.toUpperCase(), message }, { status, headers })
}

const bodyProblems: Readonly<Record<BodyRefusal, { readonly code: string; readonly message: string }>> = {
  400: { code: 'BAD_REQUEST', message: 'The body is not a JSON object of at most 32 levels.' },
  413: { code: 'PAYLOAD_TOO_LARGE', message: 'The body is larger than 1 MiB, which is the limit. Send less at once.' },
  415: { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Send the input as a JSON object: `invoke(name, { body: { … } })`.' },
}

/** `/functions/v1/{operation}`: the operations of `/api/v1` by their ids, for `functions.invoke` of the official client. */
export function functionRoutes(runtime: Runtime): Hono {
  const door = new Hono()
  shapeDoor(door, runtime.log, shape)
  const call = createOperationCalls(runtime)
  door.all('*', async (c) => {
    const person = await requirePerson(runtime, shownBy(runtime, c))
    const id = /^\/functions\/v1\/([^/]+)$/.exec(c.req.path)?.[1] ?? ''
    if (c.req.method !== 'POST') {
      const message = 'Functions are called with POST.'
      return c.json({ code: 'METHOD_NOT_ALLOWED', message }, 405, { allow: 'POST' })
    }
    const input = await readCallBody(c)
    if (typeof input === 'number') return c.json(bodyProblems[input], input)
    const answer = await call({ person, id, input, headers: c.req.raw.headers })
    return answer ?? c.json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, 404)
  })
  return door
}
