import { type Receiver, startReceiver } from '../web/receiver.ts'

/** What Slack may do instead of taking a message, and the status of its answer. */
const faultStatuses = {
  no_service: 404,
  channel_is_archived: 410,
  action_prohibited: 403,
  rate_limited: 429,
  rollup_error: 500,
}

/** Slack's incoming webhooks as they behave over the wire. */
export interface SlackFake extends Receiver<keyof typeof faultStatuses> {
  /** The address of an incoming webhook. */
  url(channel?: string): string
  /** What was taken, with the channel, oldest first. */
  readonly taken: readonly SlackPost[]
}

/** A message that was taken. */
export interface SlackPost {
  readonly channel: string
  readonly text: string
  readonly blocks: readonly Readonly<Record<string, unknown>>[]
}

const mostBlocks = 50
const mostCharacters = 3000

/** Starts it; `now` is the clock by which one message a second is taken at each address. */
export async function startSlackFake(now: () => number = Date.now): Promise<SlackFake> {
  const taken: SlackPost[] = []
  const lastAt = new Map<string, number>()
  const receiver = await startReceiver({
    statuses: faultStatuses,
    retryAfterSeconds: 30,
    answer({ method, url }, body) {
      const channel = /^\/services\/T0\/B0\/(\w+)$/.exec(url ?? '')?.[1]
      if (method !== 'POST' || channel === undefined) return [404, 'no_service']
      if (now() - (lastAt.get(channel) ?? Number.NEGATIVE_INFINITY) < 1000) {
        return [429, 'rate_limited', { 'retry-after': '1' }]
      }
      const text = body.toString('utf8')
      const problem = problemOf(text)
      if (problem) return [400, problem]
      lastAt.set(channel, now())
      taken.push({ channel, ...JSON.parse(text) })
      return [200, 'ok']
    },
  })
  return { ...receiver, taken, url: (channel = 'sales') => `http://${receiver.host}/services/T0/B0/${channel}` }
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
