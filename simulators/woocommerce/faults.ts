import type { TextAnswer } from '../web/exchange.ts'
import { type ArmedFault, deliveryOf, Faults } from '../web/faults.ts'
import type { Transport } from '../web/server.ts'
import { criticalError, refuse } from './fault-gates.ts'
import type { Fault } from './fault-kinds.ts'
import type { FakeRequest } from './request.ts'

/** An answer on its way out. */
export interface Reply {
  readonly answer: TextAnswer
  readonly delayMs: number
  readonly transport: Transport
  readonly skewSeconds: number
}

/** The faults of a shop. */
export class FakeFaults extends Faults<Fault> {
  readonly #memories = new WeakMap<ArmedFault<Fault>, Memory>()

  /** What stands before the store: the first fault that refuses the call; the store never sees it. */
  refuse(area: string, request: FakeRequest): TextAnswer | undefined {
    let refusal: TextAnswer | undefined
    for (const armed of this.armed((fault) => hits(fault, area))) {
      const answer = refuse(armed.fault, request)
      if (!answer || (!armed.letsPass && refusal)) continue
      if (armed.strikes()) refusal ??= answer
    }
    return refusal
  }

  /** Sends the store's answer through the faults that it hits. */
  distort(area: string, request: FakeRequest, answer: TextAnswer): Reply {
    let reply: Reply = { answer, delayMs: 0, transport: 'whole', skewSeconds: 0 }
    for (const armed of this.armed((fault) => hits(fault, area))) {
      const changed = distort(armed.fault, this.#memoryOf(armed), { request, reply })
      if (changed !== reply && armed.strikes()) reply = changed
    }
    return reply
  }

  #memoryOf(armed: ArmedFault<Fault>): Memory {
    const memory = this.#memories.get(armed) ?? { cache: new Map(), freeAt: [] }
    this.#memories.set(armed, memory)
    return memory
  }
}

function hits({ route, exact }: Fault, area: string): boolean {
  if (route === '*') return true
  if (route === undefined) return area !== 'site' && area !== 'wc-auth'
  return area === route || (exact !== true && area.startsWith(`${route}/`))
}

/** What a fault keeps between two calls. */
interface Memory {
  readonly cache: Map<string, TextAnswer>
  /** When each worker of a store with few of them is free again. */
  readonly freeAt: number[]
}

interface Passing {
  readonly request: FakeRequest
  readonly reply: Reply
}

/** The reply after the fault; the same object when the fault does not concern this call. */
function distort(fault: Fault, { cache, freeAt }: Memory, { request, reply }: Passing): Reply {
  switch (fault.kind) {
    case 'hang':
    case 'drop':
    case 'truncated':
    case 'unlabelled_gzip':
      return { ...reply, ...deliveryOf(fault, { truncated: 'cut', unlabelled_gzip: 'gzip' }) }
    case 'slow':
      return { ...reply, delayMs: reply.delayMs + (deliveryOf(fault).delayMs ?? 0) }
    case 'workers':
      return { ...reply, delayMs: reply.delayMs + turnOf(freeAt, fault) }
    case 'clock_skew':
      return { ...reply, skewSeconds: fault.seconds }
    case 'stale_cache':
      return withAnswer(reply, cached({ cache, ignores: fault.ignores ?? [] }, request, reply.answer))
    default:
      return withAnswer(reply, distortAnswer(fault, reply.answer))
  }
}

function withAnswer(reply: Reply, answer: TextAnswer): Reply {
  return answer === reply.answer ? reply : { ...reply, answer }
}

/** Milliseconds until the first free worker has done its work. */
function turnOf(freeAt: number[], { workers, milliseconds }: { workers: number; milliseconds: number }): number {
  const now = performance.now()
  while (freeAt.length < workers) freeAt.push(now)
  freeAt.sort((one, other) => one - other)
  const done = Math.max(now, freeAt[0] ?? now) + milliseconds
  freeAt[0] = done
  return done - now
}

const notice =
  '<br />\n<b>Warning</b>:  Undefined array key "x" in <b>/srv/www/wp-content/plugins/sample-addon/sample.php</b> on line <b>12</b><br />\n'

function distortAnswer(fault: Fault, answer: TextAnswer): TextAnswer {
  const { body } = answer
  const isList = answer.status === 200 && body.startsWith('[')
  switch (fault.kind) {
    case 'bom':
      return { ...answer, body: `\uFEFF${body}` }
    case 'comment':
      return { ...answer, body: `<!-- cached -->${body}` }
    case 'php_notice':
      return { ...answer, body: notice + body }
    case 'no_paging_headers':
      return isList ? { ...answer, headers: { 'content-type': answer.headers['content-type'] ?? '' } } : answer
    case 'empty_list':
      return isList ? { ...answer, body: '[]' } : answer
    case 'poison':
      return holdsId(body, fault.id) ? criticalError() : answer
    default:
      return answer
  }
}

function holdsId(body: string, id: number): boolean {
  return body.includes(`{"id":${id},`) || body.includes(`{"id":${id}}`)
}

/** One entry per URL without its signature: an extra parameter such as `_=123` passes the cache. */
function cached(
  { cache, ignores }: Pick<Memory, 'cache'> & { readonly ignores: readonly string[] },
  request: FakeRequest,
  answer: TextAnswer,
): TextAnswer {
  if (request.method !== 'GET') return answer
  const unsigned = request.query.filter(({ name }) => !/^(oauth_|consumer_)/.test(name) && !ignores.includes(name))
  const key = `${request.path}?${unsigned.map(({ name, value }) => `${name}=${value}`).join('&')}`
  const known = cache.get(key)
  if (known) return known
  cache.set(key, answer)
  return answer
}
