import { createMiddleware } from 'hono/factory'

/** Cookies count at none of these doors, so that any site may send requests: what is allowed comes from the token. */
const everybody = '*'

// Without `x-retry-count` every repetition of a read fails in browsers.
const allowedHeaders =
  'authorization, apikey, content-type, x-client-info, accept, accept-profile, content-profile, prefer, range, range-unit, ' +
  'if-none-match, cache-control, idempotency-key, x-upsert, x-metadata, x-region, x-retry-count, traceparent, tracestate, ' +
  'baggage'

// Without `x-relay-error` the client cannot tell its classes of errors apart.
const exposedHeaders =
  'Content-Range, Content-Length, Content-Type, Content-Disposition, ETag, Accept-Ranges, X-Transformations, ' +
  'x-relay-error, Preference-Applied, Retry-After'

const preflight = {
  'access-control-allow-origin': everybody,
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': allowedHeaders,
  'access-control-max-age': '86400',
}

/** Answers preflights, and lets pages of other sites read every answer, refusals too. */
export function openToSites() {
  return createMiddleware(async (c, next) => {
    if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: preflight })
    await next()
    c.res.headers.set('access-control-allow-origin', everybody)
    c.res.headers.set('access-control-expose-headers', exposedHeaders)
    return undefined
  })
}
