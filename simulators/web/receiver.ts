import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** How a service is down: it answers 500, nothing at all, or nobody takes the connection. */
export type Outage = 'error' | 'silent' | 'refused'

/** What every simulated receiver of messages has. */
export interface Receiver<Fault extends string> {
  readonly host: string
  /** The answers to the next calls, in order; `cut` breaks the connection. */
  readonly faults: (Fault | 'cut')[]
  /** All calls, taken or not. */
  calls(): number
  /** From now on nothing is taken. */
  goDown(how: Outage): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

/** An answer: its status and text. */
export type Said = readonly [status: number, text: string, headers?: Readonly<Record<string, string>>]

/** How a receiver answers. */
export interface ReceiverWays<Fault extends string> {
  readonly statuses: Readonly<Record<Fault, number>>
  /** How long whoever called too often is to wait. */
  readonly retryAfterSeconds: number
  answer(request: IncomingMessage, body: Buffer): Said
}

/** Starts a receiver at a port of its own. */
export async function startReceiver<Fault extends string>(ways: ReceiverWays<Fault>): Promise<Receiver<Fault>> {
  const { statuses, retryAfterSeconds } = ways
  const faults: (Fault | 'cut')[] = []
  let calls = 0
  let outage: Outage | undefined
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    calls += 1
    const say = ([status, text, headers = {}]: Said) => void response.writeHead(status, headers).end(text)
    const body = await buffer(request)
    if (outage === 'silent') return
    if (outage === 'error') return say([500, 'down'])
    const fault = faults.shift()
    if (fault === undefined) return say(ways.answer(request, body))
    if (fault === 'cut') return void request.socket.destroy()
    const status = statuses[fault]
    say([status, fault, status === 429 ? { 'retry-after': String(retryAfterSeconds) } : {}])
  }
  const server = createServer((request, response) => void serve(request, response))
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    host: `127.0.0.1:${port}`,
    faults,
    calls: () => calls,
    async goDown(how) {
      outage = how
      if (how === 'refused') await close()
    },
    async comeBack() {
      if (outage === 'refused') await listen(port)
      else server.closeAllConnections()
      outage = undefined
    },
    close: () => (server.listening ? close() : Promise.resolve()),
  }
}
