import { createHash } from 'node:crypto'
import { AppError } from '@tillsight/core'
import { type HttpResponse, isConnectorError } from '@tillsight/platforms/connectors'
import { AwsV4Signer } from 'aws4fetch'
import type { ConnectionContext } from '../connections/index.ts'
import type { S3Place } from './definition.ts'

/** A bucket, and what opens it. */
export interface Bucket {
  readonly place: S3Place
  readonly secretAccessKey: string
}

/** An object as it is asked for or put. */
interface Ask {
  readonly method: 'PUT' | 'HEAD' | 'DELETE'
  /** Within the prefix. */
  readonly key: string
  readonly body?: Uint8Array
  readonly type?: string
  readonly signal?: AbortSignal
}

/** Asks the bucket for one thing. Throws `conflict` with what it answered, or why it cannot be reached. */
export type AskBucket = (ask: Ask) => Promise<HttpResponse>

const timeoutMs = 120_000
const quickMs = 10_000

/** Opens the bucket for some work, over connections to public addresses alone. */
export async function withBucket<T>(
  { services, clock }: Pick<ConnectionContext, 'services' | 'clock'>,
  { place, secretAccessKey }: Bucket,
  work: (ask: AskBucket) => Promise<T>,
): Promise<T> {
  const http = services.openHttp({ pace: 'own' }, { longestPauseMs: quickMs })
  const ask: AskBucket = async ({ method, key, body, type, signal }) => {
    const signed = await new AwsV4Signer({
      method,
      url: addressOf(place, key),
      service: 's3',
      region: place.region,
      accessKeyId: place.accessKeyId,
      secretAccessKey,
      datetime: clock
        .now()
        .toISOString()
        .replaceAll(/[:-]|\.\d{3}/g, ''),
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
        ...(type && { 'content-type': type }),
      },
    }).sign()
    const response = await http
      .request({
        method,
        url: signed.url.href,
        headers: Object.fromEntries(signed.headers),
        ...(body && { bytes: body }),
        ...(signal && { signal }),
        timeoutMs,
        retries: 0,
        followsRedirects: false,
      })
      .catch((error: unknown) => {
        if (!isConnectorError(error)) throw error
        // What follows is about connections, which are tried again and again.
        const [why = ''] = error.failure.message.split(/(?<=\.) /)
        throw refused(`${place.endpoint} cannot be reached: ${why}`, error)
      })
    if (response.status >= 200 && response.status < 300) return response
    throw refused(`${place.endpoint} answered ${response.status}${codeOf(response)} to ${method} in ${place.bucket}.`)
  }
  try {
    return await work(ask)
  } finally {
    http.close()
  }
}

/** Puts an object, looks at it and deletes it: what the runs need has to work before an export is saved. Throws `invalid_input`. */
export async function proveBucket(
  ctx: Pick<ConnectionContext, 'services' | 'clock'>,
  bucket: Bucket,
  id: string,
): Promise<void> {
  const key = `tillsight-check-${id}`
  try {
    await withBucket(ctx, bucket, async (ask) => {
      await ask({ method: 'PUT', key, body: Buffer.from('Tillsight can write here.\n'), type: 'text/plain' })
      await ask({ method: 'HEAD', key })
      await ask({ method: 'DELETE', key })
    })
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'conflict') throw cause
    const advice = 'The key has to be allowed to put, read and delete objects there. Mend that and save again.'
    throw new AppError('invalid_input', `${cause.message} ${advice}`, { details: { field: 'to' }, cause })
  }
}

function addressOf({ endpoint, bucket, prefix, pathStyle }: S3Place, key: string): string {
  const url = new URL(endpoint)
  const path = [...(pathStyle ? [bucket] : []), ...prefix.split('/'), ...key.split('/')].filter((part) => part !== '')
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`
  return `${url.origin}/${path.map(encodeURIComponent).join('/')}`
}

/** What S3 calls the problem, such as `SignatureDoesNotMatch`. */
function codeOf({ body }: HttpResponse): string {
  const [, code] = /<Code>(\w{1,60})<\/Code>/.exec(Buffer.from(body).toString('utf8')) ?? []
  return code === undefined ? '' : ` (${code})`
}

function refused(message: string, cause?: unknown): AppError {
  return new AppError('conflict', message, { cause })
}
