import { isAppError } from '@tillsight/core'
import { asStorageError } from '@tillsight/domain'
import { StorageError } from '@tillsight/storage'
import { Hono } from 'hono'
import type { Runtime } from '../../runtime.ts'
import { shapeDoor } from '../failures.ts'
import * as buckets from './buckets.ts'
import { openCall, type StorageCall } from './call.ts'
import * as downloads from './downloads.ts'
import { createStorageLimits } from './limits.ts'
import * as objects from './objects.ts'
import * as uploads from './uploads.ts'

type Endpoint = (call: StorageCall) => Promise<Response>
type Route = readonly [methods: string, path: RegExp, endpoint: Endpoint]

const prefix = '/storage/v1'

const notOffered: Endpoint = async () => {
  throw new StorageError('NotSupported')
}

/** The first that fits answers; what the path captures is the rest of the address. Names are anything, so they come last. */
const routes: readonly Route[] = [
  ['GET', /^\/bucket\/?$/, buckets.listBuckets],
  ['POST', /^\/bucket\/?$/, buckets.createBucket],
  ['GET', /^\/bucket\/([^/]+)$/, buckets.getBucket],
  ['PUT', /^\/bucket\/([^/]+)$/, buckets.updateBucket],
  ['DELETE', /^\/bucket\/([^/]+)$/, buckets.deleteBucket],
  ['POST', /^\/bucket\/([^/]+\/empty)$/, buckets.emptyBucket],
  ['*', /^\/(?:bucket\/[^/]+\/|upload\/resumable|cdn\/|vector\/|iceberg\/|s3(?:\/|$))/, notOffered],
  ['POST', /^\/object\/upload\/sign\/(.+)$/, uploads.signUpload],
  ['PUT', /^\/object\/upload\/sign\/(.+)$/, uploads.uploadSigned],
  ['POST', /^\/object\/move$/, objects.move],
  ['POST', /^\/object\/copy$/, objects.copy],
  ['POST', /^\/object\/list\/([^/]+)$/, objects.list],
  ['POST', /^\/object\/list-v2\/([^/]+)$/, objects.listV2],
  ['POST', /^\/object\/sign\/([^/]+)$/, downloads.signMany],
  ['POST', /^\/object\/sign\/(.+)$/, downloads.sign],
  ['GET HEAD', /^\/object\/sign\/(.+)$/, downloads.downloadSigned],
  ['GET HEAD', /^\/object\/public\/(.+)$/, downloads.downloadPublic],
  ['GET HEAD', /^\/object\/info\/(?:authenticated\/)?(.+)$/, downloads.info],
  ['GET HEAD', /^\/object\/authenticated\/(.+)$/, downloads.download],
  ['GET HEAD', /^\/render\/image\/authenticated\/(.+)$/, downloads.render],
  ['GET HEAD', /^\/render\/image\/public\/(.+)$/, downloads.renderPublic],
  ['GET HEAD', /^\/render\/image\/sign\/(.+)$/, downloads.renderSigned],
  ['DELETE', /^\/object\/([^/]+)$/, objects.remove],
  ['HEAD', /^\/object\/(.+)$/, downloads.head],
  ['GET', /^\/object\/(.+)$/, downloads.download],
  ['POST PUT', /^\/object\/(.+)$/, uploads.upload],
]

/** `/storage/v1`: files in buckets, as the official client asks for them. Cookies count for nothing here. */
export function storageDoor(runtime: Runtime): Hono {
  const door = new Hono()
  const limits = createStorageLimits(runtime.clock, runtime.config.fileLimits.perMinute)
  shapeDoor(door, runtime.log, ({ message }) => answerFailure(new StorageError('InternalError', message)))
  door.all('*', async (c) => {
    const { pathname, searchParams: query } = new URL(c.req.url)
    const path = pathname.slice(prefix.length)
    const found = findRoute(c.req.method, path)
    if (found === undefined) return noRoute(c.req.method, path)
    try {
      if (query.has('versionId')) throw new StorageError('NotSupported')
      return await found.endpoint(openCall(runtime, limits, { c, rest: found.rest, query }))
    } catch (error) {
      const failure = asStorageError(error)
      if (failure instanceof StorageError) return answerFailure(failure)
      throw error
    }
  })
  return door
}

function findRoute(method: string, path: string): { readonly endpoint: Endpoint; readonly rest: string } | undefined {
  for (const [methods, pattern, endpoint] of routes) {
    const match = methods === '*' || methods.split(' ').includes(method) ? pattern.exec(path) : null
    if (match !== null) return { endpoint, rest: match[1] ?? '' }
  }
  return undefined
}

function noRoute(method: string, path: string): Response {
  const message = `Route ${method}:${path.slice(0, 200)} not found`
  return Response.json({ statusCode: '404', error: 'Not Found', code: 'NotFound', message }, { status: 404 })
}

const usualWaitSeconds = 5

function answerFailure(failure: StorageError): Response {
  const { cause } = failure
  const seconds = isAppError(cause) ? cause.details['retryAfterSeconds'] : undefined
  const isLater = failure.code === 'SlowDown' || failure.code === 'Unavailable'
  return Response.json(failure, {
    status: failure.status,
    headers: {
      'cache-control': 'no-store',
      ...(isLater ? { 'retry-after': String(seconds ?? usualWaitSeconds) } : {}),
    },
  })
}
