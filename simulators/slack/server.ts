import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What Slack may do instead of taking a message. */
export type SlackFault =
  | 'no_service'
  | 'channel_is_archived'
  | 'action_prohibited'
  | 'rate_limited'
  | 'rollup_error'
  | 'cut'

/** Slack's incoming webhooks as they behave over the wire. */
export interface SlackFake {
  readonly host: string
  /** The address of an incoming webhook. */
  url(channel?: string): string
  /** What was taken, with the channel, oldest first. */
  readonly taken: readonly SlackPost[]
  /** The answers to the next calls, in order; a fault that lasts is given again. */
  readonly faults: SlackFault[]
  /** All calls, taken or not. */
  calls(): number
  close(): Promise<void>
}

/** A message that was taken. */
export interface SlackPost {
  readonly channel: string
  readonly text: string
  readonly blocks: readonly Readonly<Record<string, unknown>>[]
}

const statuses: Readonly<Record<Exclude<SlackFault, 'cut'>, number>> = {
  no_service: 404,
  channel_is_archived: 410,
  action_prohibited: 403,
  rate_limited: 429,
  rollup_error: 500,
}
const mostBlocks = 50
const mostCharacters = 3000

/** Starts it; `now` is the clock by which one message a second is taken at each address. */
export async function startSlackFake(now: () => number = Date.now): Promise<SlackFake> {
  const taken: SlackPost[] = []
  const faults: SlackFault[] = []
  const lastAt = new Map<string, number>()
  let calls = 0
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    calls += 1
    const say = (status: number, word: string, headers = {}) => {
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(word)
    }
    const channel = /^\/services\/T0\/B0\/(\w+)$/.exec(request.url ?? '')?.[1]
    const body = await read(request)
    const fault = faults.shift()
    if (fault === 'cut') return void request.socket.destroy()
    if (fault) return say(statuses[fault], fault, fault === 'rate_limited' ? { 'retry-after': '30' } : {})
    if (request.method !== 'POST' || channel === undefined) return say(404, 'no_service')
    if (now() - (lastAt.get(channel) ?? Number.NEGATIVE_INFINITY) < 1000) {
      return say(429, 'rate_limited', { 'retry-after': '1' })
    }
    const problem = problemOf(body)
    if (problem) return say(400, problem)
    lastAt.set(channel, now())
    taken.push({ channel, ...JSON.parse(body) })
    say(200, 'ok')
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: (channel = 'sales') => `http://${host}/services/T0/B0/${channel}`,
    taken,
    faults,
    calls: () => calls,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

async function read(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  return body
}

function problemOf(body: string): string | undefined {
  let message: unknown
  try {
    message = JSON.parse(body)
  } catch {
    return 'invalid_payload'
  }
  const { text, blocks = [] } = Object(message)
  if (typeof text !== 'string' || text === '') return 'no_text'
  if (!Array.isArray(blocks) || blocks.length > mostBlocks) return 'invalid_blocks'
  const texts = blocks.flatMap((block) => (block?.type === 'section' ? [String(block.text?.text ?? '')] : []))
  return texts.some((each) => each === '' || each.length > mostCharacters) ? 'invalid_blocks' : undefined
}
