import { createHash } from 'node:crypto'
import { AppError, type Clock } from '@tillsight/core'
import { type HttpClient, type HttpResponse, isConnectorError } from '@tillsight/platforms/connectors'
import { AwsV4Signer } from 'aws4fetch'

/** What a bucket is reached with. */
export interface BucketServices {
  readonly http: Pick<HttpClient, 'request' | 'pause'>
  readonly clock: Clock
  /** At least 5 MiB, which S3 asks of every part but the last; 16 MiB by default. */
  readonly partBytes?: number
}

/** Where a bucket is. */
export interface BucketPlace {
  /** `https://s3.eu-central-1.amazonaws.com` */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Folders within the bucket, without a slash at the ends; empty: none. */
  readonly prefix: string
  /** Whether the bucket is a part of the path instead of the host. */
  readonly pathStyle: boolean
  readonly accessKeyId: string
}

/** A bucket, and what opens it. */
export interface BucketKey {
  readonly place: BucketPlace
  readonly secretAccessKey: string
}

interface Ask {
  readonly method: 'GET' | 'PUT' | 'POST' | 'HEAD' | 'DELETE'
  /** Within the prefix; undefined: the bucket itself, with a `prefix` of the query within the bucket's. */
  readonly key: string | undefined
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  readonly signal?: AbortSignal | undefined
}

/** Asks for one thing, and again where that may help. */
export interface AskBucket {
  (ask: Ask): Promise<HttpResponse>
  /** Undefined for what does not exist. */
  (ask: Ask & { readonly missing: 'is an answer' }): Promise<HttpResponse | undefined>
  /** The key within the prefix. */
  keyOf(whole: string): string
}

/** What is the same for every request to a bucket, and what the bucket has told about itself. */
interface Asking {
  readonly services: BucketServices
  readonly bucket: BucketKey
  /** What its clock is ahead of ours. */
  skewMs: number
}

const timeoutMs = 120_000
const pausesMs = [500, 2_000, 6_000] as const
const passing = new Set([429, 500, 502, 503, 504])
const mostRedirects = 2

/** Requests to a bucket, signed anew each time. */
export function askBucket(services: BucketServices, bucket: BucketKey): AskBucket {
  const asking: Asking = { services, bucket, skewMs: 0 }
  const { prefix } = bucket.place
  const ask = async (wanted: Ask & { readonly missing?: 'is an answer' }) => {
    const response = await askAgain(asking, wanted)
    if (isDone(wanted.method, response)) return response
    if (response.status === 404 && wanted.missing !== undefined && codeOf(response) !== 'NoSuchBucket') return undefined
    throw refusal(bucket.place, wanted.method, response)
  }
  return Object.assign(ask as (wanted: Ask) => Promise<HttpResponse>, {
    keyOf: (whole: string) => (prefix === '' ? whole : whole.slice(prefix.length + 1)),
  })
}

/** The last answer, after passing faults and a clock that is wrong. */
async function askAgain(asking: Asking, wanted: Ask): Promise<HttpResponse> {
  const { http } = asking.services
  const never = new AbortController().signal
  for (let tried = 0; ; tried += 1) {
    const pauseMs = pausesMs[tried]
    const outcome = await askOnce(asking, wanted).catch((error: unknown) => {
      if (pauseMs === undefined || !isPassingError(error, wanted)) throw explained(error, asking.bucket.place)
      return undefined
    })
    if (outcome && tried === 0 && isSkewed(outcome) && setClock(asking, outcome)) continue
    if (outcome && (pauseMs === undefined || !isPassing(wanted.method, outcome))) return outcome
    if (pauseMs !== undefined) await http.pause?.(pauseMs, wanted.signal ?? never)
  }
}

/** Throws where whoever asks has ended it. */
function isPassingError(error: unknown, { signal }: Ask): boolean {
  signal?.throwIfAborted()
  return isConnectorError(error) && error.failure.kind === 'transient'
}

function isPassing(method: Ask['method'], response: HttpResponse): boolean {
  return passing.has(response.status) || isLateFailure(method, response)
}

/** From now on the bucket's clock counts; false where it does not tell its time. */
function setClock(asking: Asking, { headers }: HttpResponse): boolean {
  const at = Date.parse(headers.date ?? '')
  if (Number.isNaN(at)) return false
  asking.skewMs = at - asking.services.clock.now().getTime()
  return true
}

async function askOnce(asking: Asking, wanted: Ask): Promise<HttpResponse> {
  let url = addressOf(asking.bucket.place, wanted)
  for (let hops = 0; ; hops += 1) {
    const response = await send(asking, wanted, url)
    const next = response.status === 307 && hops < mostRedirects ? response.headers.location : undefined
    if (next === undefined) return response
    url = withinDomain(url, next, asking.bucket.place)
  }
}

async function send({ services, bucket, skewMs }: Asking, wanted: Ask, url: string): Promise<HttpResponse> {
  const { method, body, headers, signal } = wanted
  const at = new Date(services.clock.now().getTime() + skewMs)
  const signed = await new AwsV4Signer({
    method,
    url,
    service: 's3',
    region: bucket.place.region,
    accessKeyId: bucket.place.accessKeyId,
    secretAccessKey: bucket.secretAccessKey,
    datetime: at.toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
    headers: {
      ...headers,
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    },
  }).sign()
  return services.http.request({
    method,
    url: signed.url.href,
    // A range of what is compressed would be no range of the object.
    headers: { ...Object.fromEntries(signed.headers), 'accept-encoding': 'identity' },
    ...(body && { bytes: body }),
    ...(signal && { signal }),
    timeoutMs,
    retries: 0,
    followsRedirects: false,
  })
}

function addressOf({ endpoint, bucket, prefix, pathStyle }: BucketPlace, { key, query = {} }: Ask): string {
  const url = new URL(endpoint)
  const inBucket = key === undefined ? [] : [...prefix.split('/').filter((part) => part !== ''), ...key.split('/')]
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`
  const path = [...(pathStyle ? [bucket] : []), ...inBucket].map(encodeURIComponent).join('/')
  const asked = { ...query }
  if (key === undefined && prefix !== '') asked['prefix'] = `${prefix}/${query['prefix'] ?? ''}`
  const search = Object.entries(asked)
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&')
  return `${url.origin}/${path}${search && `?${search}`}`
}

/** Rows go to the machines of the same operator alone, however a bucket answers. */
function withinDomain(from: string, to: string, place: BucketPlace): string {
  const [before, next] = [new URL(from), URL.parse(to, from)]
  const domainOf = ({ hostname }: URL) =>
    /^[\d.]+$|:/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.')
  if (next && next.protocol === before.protocol && domainOf(next) === domainOf(before)) return next.href
  throw unreachable(place, `It sends to another domain, ${next?.hostname ?? 'which cannot be read'}.`)
}

function isDone(method: Ask['method'], response: HttpResponse): boolean {
  return response.status >= 200 && response.status < 300 && !isLateFailure(method, response)
}

/** An upload in parts may fail after its answer has begun: with a status of success, and an error as the answer. */
function isLateFailure(method: Ask['method'], { status, body }: HttpResponse): boolean {
  return method === 'POST' && status === 200 && /^[^]{0,200}<Error>/.test(Buffer.from(body).toString('utf8'))
}

function isSkewed(response: HttpResponse): boolean {
  return response.status === 403 && codeOf(response) === 'RequestTimeTooSkewed'
}

/** What S3 calls the problem, such as `SignatureDoesNotMatch`. */
function codeOf({ body }: HttpResponse): string | undefined {
  return /<Code>(\w{1,60})<\/Code>/.exec(Buffer.from(body).toString('utf8'))?.[1]
}

function refusal(place: BucketPlace, method: string, response: HttpResponse): AppError {
  const region =
    response.headers['x-amz-bucket-region'] ??
    /<Region>([\w-]{1,60})<\/Region>/.exec(Buffer.from(response.body).toString('utf8'))?.[1]
  const code = codeOf(response)
  const said = `${place.endpoint} answered ${response.status}${code ? ` (${code})` : ''} to ${method} in ${place.bucket}.`
  const elsewhere = region !== undefined && region !== place.region
  return new AppError('conflict', elsewhere ? `${said} The bucket is in the region ${region}: say so.` : said)
}

function explained(error: unknown, place: BucketPlace): unknown {
  if (!isConnectorError(error)) return error
  // What follows is about connections, which are tried again and again.
  const [why = ''] = error.failure.message.split(/(?<=\.) /)
  return unreachable(place, why, error)
}

function unreachable({ endpoint }: BucketPlace, why: string, cause?: unknown): AppError {
  return new AppError('conflict', `${endpoint} cannot be reached: ${why}`, { cause })
}
