// An HTTP server for tests that stands in for a provider and records its requests.
import { createServer, type IncomingMessage } from 'node:http'

/** A request with its body read. */
export interface LocalCall {
  readonly request: IncomingMessage
  /** The body as a form. */
  readonly form: Readonly<Record<string, string>>
}

/** A response; a string `body` is sent as is, anything else as JSON. */
export interface LocalResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A running server; `address` without a trailing slash. */
export interface LocalServer {
  readonly address: string
  readonly calls: readonly LocalCall[]
}

/** Listens on a free local port until the test ends. A response of `null` never arrives. */
export async function startLocalServer(
  t: { after(work: () => Promise<void>): void },
  result: LocalResponse | null,
): Promise<LocalServer> {
  const calls: LocalCall[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        calls.push({ request, form: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())) })
        if (result === null) return
        const { status = 200, headers = {}, body = '' } = result
        response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
      })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  t.after(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const bound = server.address()
  if (typeof bound !== 'object' || bound === null) throw new Error('the server listens on no port')
  return { address: `http://127.0.0.1:${bound.port}`, calls }
}
