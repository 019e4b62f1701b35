// A bucket that verifies signatures as S3 does (AWS Signature Version 4), by its specification and not by our signer.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const keyed = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/** The key that opens it. */
export const bucketKey = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }

/** A running bucket, with what was put there. */
export interface TestBucket {
  readonly endpoint: string
  readonly objects: Map<string, Buffer>
  /** What was done, in order: `PUT /bucket/key`. */
  readonly calls: string[]
  /** Answers everything with an error from now on; undefined: works again. */
  fail(status: number | undefined): void
}

/** Starts one at a port of its own. */
export async function startBucket(t: { after(end: () => void): void }): Promise<TestBucket> {
  const objects = new Map<string, Buffer>()
  const calls: string[] = []
  let failure: number | undefined
  const answer = async (request: IncomingMessage): Promise<readonly [number, string]> => {
    const body = await buffer(request)
    const { method = '', url = '' } = request
    const path = decodeURIComponent(new URL(url, 'http://bucket').pathname)
    if (failure !== undefined) return [failure, 'SlowDown']
    const wrong = problemOf(request, body)
    if (wrong !== undefined) return [403, wrong]
    calls.push(`${method} ${path}`)
    if (method === 'PUT') objects.set(path, body)
    else if (!objects.has(path)) return [404, 'NoSuchKey']
    if (method === 'DELETE') objects.delete(path)
    return [method === 'DELETE' ? 204 : 200, '']
  }
  const server = createServer((request, response) => {
    void answer(request).then(([status, code]) =>
      response.writeHead(status).end(code && `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    calls,
    fail(status) {
      failure = status
    },
  }
}

/** What is wrong with the signature of a request, in S3's words. */
function problemOf({ method, url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=(\w+)$/
  const [, key, day, region, names, signature] = pattern.exec(headers.authorization ?? '') ?? []
  if (key === undefined || day === undefined || region === undefined || names === undefined) return 'AccessDenied'
  if (key !== bucketKey.accessKeyId) return 'InvalidAccessKeyId'
  if (headers['x-amz-content-sha256'] !== hash(body)) return 'XAmzContentSHA256Mismatch'
  const signed = names.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 'AccessDenied'
  const { pathname } = new URL(url, 'http://bucket')
  const fields = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
  const canonical = [method, pathname, '', fields, names, hash(body)].join('\n')
  const at = String(headers['x-amz-date'])
  const text = ['AWS4-HMAC-SHA256', at, `${day}/${region}/s3/aws4_request`, hash(canonical)].join('\n')
  const own = ['aws4_request'].reduce(keyed, keyed(keyed(keyed(`AWS4${bucketKey.secretAccessKey}`, day), region), 's3'))
  return keyed(own, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}
