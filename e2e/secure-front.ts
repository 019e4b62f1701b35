import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { join } from 'node:path'

const fixtures = join(import.meta.dirname, '..', 'packages', 'platforms', 'src', 'http', 'fixtures')

/** The front's certificate; clients that call back have to trust it. */
export const certificateFile = join(fixtures, 'localhost.cert.pem')

/** A TLS reverse proxy: stores send keys only to https. */
export async function openSecureFront(port: number): Promise<{ readonly address: string; close(): void }> {
  const server = createSecureServer(
    { cert: readFileSync(certificateFile), key: readFileSync(join(fixtures, 'localhost.key.pem')) },
    (incoming, outgoing) => {
      const { method, url, headers } = incoming
      const inner = request({ host: '127.0.0.1', port, method, path: url, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      })
      inner.on('error', () => outgoing.destroy())
      incoming.pipe(inner)
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { address: `https://localhost:${portOf(server.address())}`, close }
}

/** An unused port. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server.address())
  server.close()
  await once(server, 'close')
  return port
}

function portOf(address: unknown): number {
  const { port } = Object(address)
  if (typeof port !== 'number') throw new Error('The server has no port.')
  return port
}
