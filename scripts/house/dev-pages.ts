// Vite of `npm run dev` runs in the process with the stores, so that a restarted server finds all transformed modules. The
// server requests modules over its channel, and browser files over Vite's own port.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { type HotChannel, type HotChannelClient, type HotPayload, type ResolvedConfig, type ViteDevServer } from 'vite'
import { createNodeImportMeta, ModuleRunner } from 'vite/module-runner'
import type { Door, Reply } from '../../server/door.ts'

const root = join(import.meta.dirname, '..', '..')
const host = '127.0.0.1'
/** Header of Vite's responses to requests that it cannot serve: the product handles those. */
const notMine = 'x-not-vite'

/** Provides modules of pages, across server restarts. */
export interface PageMaker {
  readonly port: number
  /** Connects to a server; it receives page changes until the next one is attached. */
  attach(server: ChildProcess): void
}

/** Binds a port at once; requests wait until Vite is ready. */
export async function startPageMaker(): Promise<PageMaker> {
  const door = createServer().listen(0, host)
  await once(door, 'listening')
  const address = door.address()
  const { channel, hear, attach } = createChannel()
  const made = makeVite({ hmr: { server: door } }, channel)
  made.catch((error: unknown) => console.error(error))
  door.on('request', (request, response) => {
    made.then(
      (vite) => vite.middlewares(request, response, () => response.writeHead(404, { [notMine]: '1' }).end()),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    attach(server) {
      attach(server)
      server.on('message', (message: HotPayload) => void made.then(() => hear(server, message)).catch(() => {}))
    },
  }
}

async function makeVite(server: object, transport: HotChannel): Promise<ViteDevServer> {
  const { createServer: createVite, DevEnvironment } = await import('vite')
  // The router's plug-in starts a second Vite with the same settings, only to read routes.
  const createEnvironment = (name: string, config: ResolvedConfig) =>
    new DevEnvironment(name, config, config.server.hmr === false ? { hot: false } : { hot: true, transport })
  return await createVite({
    root,
    logLevel: 'warn',
    environments: { ssr: { dev: { createEnvironment } } },
    // A dependency discovered after a page was opened would make those already loaded stale.
    optimizeDeps: { entries: ['app/**/*.tsx', '!app/**/*.test.tsx'] },
    server: {
      ...server,
      middlewareMode: true,
      // Other folders, such as the data folder, must not be served to browsers.
      fs: { allow: ['app', 'packages', 'public', join(realpathSync(join(root, 'node_modules', 'vite')), '..')] },
      watch: { ignored: ['**/{.data,bench,build,demo,docs,e2e,freeze,server,simulators}/**'] },
    },
  })
}

/** Vite's channel to the modules of the latest server. */
function createChannel() {
  type Listener = (data: unknown, client: HotChannelClient) => void
  const listeners = new Map<string, Set<Listener>>()
  let last: ChildProcess | undefined
  const tell = (server: ChildProcess | undefined, payload: HotPayload) => {
    // A server that exits meanwhile needs no message.
    if (server?.connected) server.send(payload, () => {})
  }
  const channel: HotChannel = {
    skipFsCheck: true,
    send: (payload) => tell(last, payload),
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    off: (event, listener) => void listeners.get(event)?.delete(listener as Listener),
    close: () => listeners.clear(),
  }
  const hear = (server: ChildProcess, message: HotPayload) => {
    if (message.type !== 'custom') return
    const client: HotChannelClient = { send: (payload) => tell(server, payload) }
    for (const listener of listeners.get(message.event) ?? []) listener(message.data, client)
  }
  return { channel, hear, attach: (server: ChildProcess) => void (last = server) }
}

/** The current modules of pages, for the server. */
export function createPageModules(): ModuleRunner {
  return new ModuleRunner({
    transport: {
      connect: ({ onMessage }) => void process.on('message', onMessage),
      send: (payload) => void process.send?.(payload),
    },
    createImportMeta: createNodeImportMeta,
    hmr: { logger: false },
  })
}

/** Serves Vite in front of the product, at the pages' address: the product's own content security policy then applies. */
export function createFront(port: number): {
  readonly inFront: (door: Door, product: Reply) => Reply
  readonly hangUp: () => void
} {
  const open = new Set<Duplex>()
  // Forwards the websocket that notifies open pages of changes.
  const forward = ({ url = '/', rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (url.startsWith('/realtime/')) return
    const lines = rawHeaders.map((text, at) => (at % 2 === 0 ? `\r\n${text}: ` : text))
    const vite = connect(port, host, () => {
      vite.write(`GET ${url} HTTP/1.1${lines.join('')}\r\n\r\n`)
      vite.write(head)
      socket.pipe(vite).pipe(socket)
    })
    open.add(socket)
    socket.on('error', () => vite.destroy())
    socket.on('close', () => open.delete(socket))
    vite.on('error', () => socket.destroy())
  }
  return {
    inFront(door, product) {
      door.server.on('upgrade', forward)
      return (request, response) =>
        request.url === '/readyz' || request.method !== 'GET'
          ? product(request, response)
          : askFirst(port, request, { response, orElse: () => product(request, response) })
    },
    // Otherwise a server would wait for open pages before it ends.
    hangUp() {
      for (const socket of open) socket.destroy()
    },
  }
}

interface Turn {
  readonly response: ServerResponse
  readonly orElse: () => void
}

function askFirst(port: number, { url, headers }: IncomingMessage, { response, orElse }: Turn): void {
  const query = request({ host, port, path: url, headers }, (result) => {
    if (result.headers[notMine] === undefined) {
      response.writeHead(result.statusCode ?? 502, result.headers)
      result.pipe(response)
    } else {
      result.resume()
      orElse()
    }
  })
  query.on('error', (error) => {
    if (response.headersSent) response.destroy()
    else response.writeHead(502).end(String(error))
  })
  query.end()
}
