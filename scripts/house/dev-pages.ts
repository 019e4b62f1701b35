// Vite of `npm run dev` stays in the process that has the stores, so that a server that starts again finds everything that was
// made for pages before. The server asks it for modules over its channel, and for what browsers load over a port of its own.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { type HotChannel, type HotChannelClient, type HotPayload, type ResolvedConfig, type ViteDevServer } from 'vite'
import { createNodeImportMeta, ModuleRunner } from 'vite/module-runner'
import type { Answer, Door } from '../../server/door.ts'

const root = join(import.meta.dirname, '..', '..')
const host = '127.0.0.1'
/** On an answer that is none: the product has one. */
const notMine = 'x-not-vite'

/** What makes pages, for one server after another. */
export interface PageMaker {
  readonly port: number
  /** Listens to a server; changes of pages are told to it until there is a next one. */
  attach(server: ChildProcess): void
}

/** Takes a port at once; whoever asks for something waits until Vite is up. */
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
  // The router has another Vite by the same settings, which looks at routes and which nobody asks.
  const createEnvironment = (name: string, config: ResolvedConfig) =>
    new DevEnvironment(name, config, config.server.hmr === false ? { hot: false } : { hot: true, transport })
  return await createVite({
    root,
    logLevel: 'warn',
    environments: { ssr: { dev: { createEnvironment } } },
    // A library that is found only once a page is open makes those that it has already loaded stale.
    optimizeDeps: { entries: ['app/**/*.tsx', '!app/**/*.test.tsx'] },
    server: {
      ...server,
      middlewareMode: true,
      // Whatever is beside the sources, such as the data folder, is nobody's in a browser.
      fs: { allow: ['app', 'packages', 'public', join(realpathSync(join(root, 'node_modules', 'vite')), '..')] },
      watch: { ignored: ['**/{.data,bench,build,demo,docs,e2e,freeze,server,simulators}/**'] },
    },
  })
}

/** Vite's way to the modules of a server, whichever is the last one. */
function createChannel() {
  type Listener = (data: unknown, client: HotChannelClient) => void
  const listeners = new Map<string, Set<Listener>>()
  let last: ChildProcess | undefined
  const tell = (server: ChildProcess | undefined, payload: HotPayload) => {
    // One that ends meanwhile needs nothing any more.
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

/** The modules of pages as they are written at the moment; for the server. */
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

/** Vite before the product, at the address that pages come from: their content security policy is then the product's own. */
export function createFront(port: number): {
  readonly inFront: (door: Door, product: Answer) => Answer
  readonly hangUp: () => void
} {
  const open = new Set<Duplex>()
  // What tells open pages of changes; passed on as it comes.
  const forward = ({ url = '/', rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void => {
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
  const question = request({ host, port, path: url, headers }, (answer) => {
    if (answer.headers[notMine] === undefined) {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    } else {
      answer.resume()
      orElse()
    }
  })
  question.on('error', (error) => {
    if (response.headersSent) response.destroy()
    else response.writeHead(502).end(String(error))
  })
  question.end()
}
