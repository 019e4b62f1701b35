import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HttpRequest, HttpResponse } from '../http.ts'
import { redactHeaders, redactText, redactUrl } from './redaction.ts'

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
