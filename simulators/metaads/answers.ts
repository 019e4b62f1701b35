import type { IncomingMessage } from 'node:http'
import { json as plainJson, type RawRequest, readRequest as readPlain, type TextAnswer } from '../web/exchange.ts'

/** One request, read to its end. Parameters of the address and of a form body are the same to Meta. */
export interface FakeRequest extends RawRequest {
  /** Without the version, split. */
  readonly path: readonly string[]
  readonly version: string
  readonly params: URLSearchParams
}

/** Reads the whole request. */
export async function readRequest(message: IncomingMessage): Promise<FakeRequest> {
  const request = await readPlain(message)
  const steps = request.path.split('/').filter((step) => step !== '')
  const version = /^v\d+\.\d+$/.test(steps[0] ?? '') ? (steps.shift() ?? '') : ''
  const params = new URLSearchParams([...request.query, ...new URLSearchParams(request.body)])
  return { ...request, path: steps, version, params }
}

/** A JSON body, as Meta sends it. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): TextAnswer {
  return plainJson(body, status, { 'facebook-api-version': 'v26.0', ...headers })
}
