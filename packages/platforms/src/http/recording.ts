import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HttpRequest, HttpResponse } from '../http.ts'

const hidden = '(hidden)'

const secretNames =
  /^(?:.*(?:secret|password|passwd|token|signature|nonce|api[-_]?key|consumer[-_]key).*|key|code|sig|hmac|auth|authorization|proxy-authorization|cookie|set-cookie|x-wp-nonce)$/i
const secretTexts = /\b(c[ks]_)[0-9a-f]{8,}\b/gi
const secretFields = /("(?:[^"\\]*(?:secret|password|token|consumer_key|api_key)[^"\\]*)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi

/** The address with secret parameters and credentials replaced. */
export function redactUrl(url: string): string {
  const cut = url.indexOf('?')
  const address = redactText(cut < 0 ? url : url.slice(0, cut)).replace(/\/\/[^/@]*@/, `//${hidden}@`)
  if (cut < 0) return address
  const query = url
    .slice(cut + 1)
    .split('&')
    .map((part) => {
      const [name = '', ...value] = part.split('=')
      return isSecretName(name) && value.length > 0 ? `${name}=${hidden}` : redactText(part)
    })
  return `${address}?${query.join('&')}`
}

/** A copy without the values of secret headers. */
export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecretName(name) ? hidden : redactText(value)]),
  )
}

/** Text or a body without what looks like a key, and without the values of JSON fields named after secrets. */
export function redactText(text: string): string {
  return text.replace(secretFields, `$1"${hidden}"`).replace(secretTexts, `$1${hidden}`)
}

/** Whether a parameter or header of this name holds a secret. */
function isSecretName(name: string): boolean {
  return secretNames.test(name)
}

/** Keeps exchanges as files, secrets removed, to make fixtures of. Personal data stays: scrub before sharing. */
export interface Recorder {
  keep(request: HttpRequest, response: HttpResponse): Promise<void>
}

/** Writes `0001-get-orders.json` and so on into `folder`, which is created when missing. */
export function createRecorder(folder: string): Recorder {
  let count = 0
  return {
    async keep(request, response) {
      count += 1
      const name = `${String(count).padStart(4, '0')}-${request.method.toLowerCase()}-${lastStep(request.url)}.json`
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, name), `${JSON.stringify(toExchange(request, response), null, 2)}\n`)
    },
  }
}

function toExchange(request: HttpRequest, response: HttpResponse) {
  return {
    request: {
      method: request.method,
      url: redactUrl(request.url),
      headers: redactHeaders(request.headers ?? {}),
      ...(request.body === undefined ? {} : { body: redactText(request.body) }),
    },
    response: {
      status: response.status,
      url: redactUrl(response.url),
      headers: redactHeaders(response.headers),
      body: redactText(Buffer.from(response.body).toString('utf8')),
    },
  }
}

function lastStep(url: string): string {
  const steps = new URL(url).pathname.split('/').filter((step) => step !== '')
  return (steps.at(-1) ?? 'root').replace(/[^\w-]+/g, '_').slice(0, 40)
}
