// A bucket that verifies signatures as S3 does (AWS Signature Version 4), by its specification and not by our signer, with its rules
// for uploads in parts, ranges, lists, regions and clocks. Exported as "@tillsight/storage/testing".
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
const keyed = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
const escaped = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The key that opens it. */
export const bucketKey = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }

const leastPartBytes = 5 * 1024 ** 2
const mostSkewMs = 15 * 60_000

/** How it behaves from now on. */
interface BucketRules {
  /** Answers so many requests, or all of them, with an error: `[503, 'SlowDown', 2]`. */
  failure?: readonly [status: number, code: string, times?: number] | undefined
  /** Takes keys of this region alone, as a bucket of Amazon does. */
  region?: string | undefined
  /** Where requests are sent on to, by 307. */
  movedTo?: string | undefined
  /** Its own clock; none: any time of signing will do. */
  now?: (() => Date) | undefined
  /** Keys of one answer to a list. */
  keysAtOnce: number
  /** What is asked before it answers; may end what asks. */
  onCall?: ((call: string) => void) | undefined
}

/** A running bucket, with what was put there. */
export interface TestBucket {
  readonly endpoint: string
  /** By `/bucket/key`. */
  readonly objects: Map<string, Buffer>
  /** What was done, in order: `PUT /bucket/key`, with the names of the query. */
  readonly calls: string[]
  /** Uploads in parts that have neither been completed nor aborted. */
  readonly uploads: Map<string, Upload>
  readonly rules: BucketRules
}

interface Upload {
  readonly path: string
  readonly parts: Map<number, Buffer>
}

interface Call {
  readonly method: string
  /** `/bucket/key` in both styles. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

type Answer = readonly [status: number, content?: string | Buffer, headers?: Readonly<Record<string, string>>]
type Stored = Pick<TestBucket, 'objects' | 'uploads' | 'rules'>

/** Starts one at a port of its own. The host `<bucket>.localhost` leads to a bucket, too. */
export async function startBucket(t: { after(end: () => void): void }): Promise<TestBucket> {
  const stored: Stored = { objects: new Map(), uploads: new Map(), rules: { keysAtOnce: 1000 } }
  const calls: string[] = []
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const body = await buffer(request)
    const { method = '', headers } = request
    const url = new URL(request.url ?? '', `http://${headers.host}`)
    const [, host] = /^(.+)\.localhost$/.exec(url.hostname) ?? []
    const path = `${host === undefined ? '' : `/${host}`}${decodeURIComponent(url.pathname)}`
    const call = { method, path, query: url.searchParams, headers, body }
    const asked = [...url.searchParams.keys()]
    const line = `${method} ${path}${asked.length > 0 ? `?${asked.join('&')}` : ''}`
    stored.rules.onCall?.(line)
    const refusal = refusalOf(stored.rules, call, url)
    if (refusal) return refusal
    calls.push(line)
    return answerTo(stored, call)
  }
  const server = createServer((request, response) => {
    void answer(request).then(([status, content = '', headers = {}]) =>
      response
        .writeHead(status, { date: (stored.rules.now?.() ?? new Date()).toUTCString(), ...headers })
        .end(typeof content === 'string' && status >= 300 ? errorOf(content) : content),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : address
  return { endpoint: `http://127.0.0.1:${port}`, calls, ...stored }
}

function errorOf(code: string): string {
  const [name = '', region] = code.split(' ')
  return `<?xml version="1.0"?><Error><Code>${name}</Code>${region ? `<Region>${region}</Region>` : ''}</Error>`
}

/** What is refused before anything is done. */
function refusalOf(rules: BucketRules, call: Call, url: URL): Answer | undefined {
  if (rules.failure) {
    const [status, code, times = Number.POSITIVE_INFINITY] = rules.failure
    rules.failure = times > 1 ? [status, code, times - 1] : undefined
    return [status, code]
  }
  if (rules.movedTo) return [307, 'TemporaryRedirect', { location: `${rules.movedTo}${url.pathname}${url.search}` }]
  const [, at = ''] = /^(\d{8}T\d{6})Z$/.exec(String(call.headers['x-amz-date'])) ?? []
  const signedAt = Date.parse(at.replace(/(....)(..)(..T..)(..)(..)/, '$1-$2-$3:$4:$5Z'))
  if (rules.now && Math.abs(signedAt - rules.now().getTime()) > mostSkewMs) return [403, 'RequestTimeTooSkewed']
  const wrong = problemOf(call, url, rules.region)
  return wrong === undefined ? undefined : [wrong.includes(' ') ? 400 : 403, wrong]
}

function answerTo({ objects, uploads, rules }: Stored, call: Call): Answer {
  const { method, path, query, headers, body } = call
  if (query.has('uploads')) {
    const id = randomUUID()
    uploads.set(id, { path, parts: new Map() })
    return [200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`]
  }
  if (query.has('uploadId')) return inParts({ objects, uploads }, call)
  if (query.has('list-type')) return listOf(objects, call, rules.keysAtOnce)
  if (method === 'PUT') {
    objects.set(path, body)
    return [200, '', { etag: etagOf(body) }]
  }
  if (method === 'DELETE') {
    objects.delete(path)
    return [204]
  }
  const object = objects.get(path)
  return object === undefined ? [404, 'NoSuchKey'] : shown(object, headers)
}

function shown(object: Buffer, headers: Call['headers']): Answer {
  const about = { etag: etagOf(object), 'last-modified': new Date(0).toUTCString(), 'content-type': 'text/plain' }
  if (headers['if-match'] !== undefined && headers['if-match'] !== about.etag) return [412, 'PreconditionFailed']
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  if (from === undefined) return [200, object, { ...about, 'content-length': `${object.length}` }]
  if (Number(from) >= object.length) return [416, 'InvalidRange']
  return [206, object.subarray(Number(from), Number(to) + 1), about]
}

function inParts({ objects, uploads }: Omit<Stored, 'rules'>, { method, path, query, body }: Call): Answer {
  const id = query.get('uploadId') ?? ''
  const upload = uploads.get(id)
  if (upload?.path !== path) return [404, 'NoSuchUpload']
  if (method === 'DELETE') return [uploads.delete(id) ? 204 : 404]
  if (method === 'PUT') {
    const number = Number(query.get('partNumber'))
    if (!(number >= 1 && number <= 10_000)) return [400, 'InvalidArgument']
    upload.parts.set(number, body)
    return [200, '', { etag: etagOf(body) }]
  }
  const parts = completed(upload, body.toString('utf8'))
  if (typeof parts === 'string') return [400, parts]
  objects.set(path, Buffer.concat(parts))
  uploads.delete(id)
  const etag = `&quot;${createHash('md5').update(Buffer.concat(parts)).digest('hex')}-${parts.length}&quot;`
  return [200, `<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`]
}

/** The parts as they are listed, or what is wrong with the list. */
function completed(upload: Upload, list: string): readonly Buffer[] | string {
  const listed = [...list.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)]
  const numbers = listed.map(([, number]) => Number(number))
  if (listed.length === 0) return 'MalformedXML'
  if (numbers.some((number, at) => at > 0 && number <= (numbers[at - 1] ?? 0))) return 'InvalidPartOrder'
  const parts: Buffer[] = []
  for (const [, number, etag] of listed) {
    const part = upload.parts.get(Number(number))
    if (part === undefined || etagOf(part) !== etag) return 'InvalidPart'
    parts.push(part)
  }
  return parts.slice(0, -1).some((part) => part.length < leastPartBytes) ? 'EntityTooSmall' : parts
}

function listOf(objects: TestBucket['objects'], { path, query }: Call, atOnce: number): Answer {
  const root = path.endsWith('/') ? path : `${path}/`
  const after = query.get('continuation-token') ?? ''
  const found = [...objects.keys()]
    .filter((key) => key.startsWith(root + (query.get('prefix') ?? '')) && key > after)
    .toSorted()
  const entries = found.slice(0, atOnce).map((key) => {
    const object = objects.get(key) ?? Buffer.alloc(0)
    const name = escaped(key.slice(root.length)).replaceAll('%20', '+').replaceAll('%2F', '/')
    const etag = etagOf(object).replaceAll('"', '&quot;')
    return `<Contents><Key>${name}</Key><LastModified>1970-01-01T00:00:00.000Z</LastModified><ETag>${etag}</ETag><Size>${object.length}</Size></Contents>`
  })
  const next = found.length > atOnce ? `<NextContinuationToken>${found[atOnce - 1]}</NextContinuationToken>` : ''
  return [200, `<?xml version="1.0"?><ListBucketResult>${entries.join('')}${next}</ListBucketResult>`]
}

/** What is wrong with the signature of a request, in S3's words. */
function problemOf({ method, headers, body }: Call, url: URL, bucketRegion: string | undefined): string | undefined {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=(\w+)$/
  const found = pattern.exec(headers.authorization ?? '')
  if (!found) return 'AccessDenied'
  const [, key, day = '', region = '', names = '', signature] = found
  if (key !== bucketKey.accessKeyId) return 'InvalidAccessKeyId'
  if (bucketRegion !== undefined && region !== bucketRegion) return `AuthorizationHeaderMalformed ${bucketRegion}`
  if (headers['x-amz-content-sha256'] !== hash(body)) return 'XAmzContentSHA256Mismatch'
  const signed = names.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 'AccessDenied'
  const own = signatureOf({ method, headers, body }, url, { day, region, signed })
  return own === signature ? undefined : 'SignatureDoesNotMatch'
}

interface Signing {
  readonly day: string
  readonly region: string
  readonly signed: readonly string[]
}

function signatureOf(
  { method, headers, body }: Pick<Call, 'method' | 'headers' | 'body'>,
  url: URL,
  { day, region, signed }: Signing,
): string {
  const fields = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
  const pathname = url.pathname.split('/').map(decodeURIComponent).map(escaped).join('/')
  const search = [...url.searchParams].map((pair) => pair.map(escaped).join('=')).toSorted()
  const canonical = [method, pathname, search.join('&'), fields, signed.join(';'), hash(body)].join('\n')
  const at = String(headers['x-amz-date'])
  const text = ['AWS4-HMAC-SHA256', at, `${day}/${region}/s3/aws4_request`, hash(canonical)].join('\n')
  const own = ['aws4_request'].reduce(keyed, keyed(keyed(keyed(`AWS4${bucketKey.secretAccessKey}`, day), region), 's3'))
  return keyed(own, text).toString('hex')
}
