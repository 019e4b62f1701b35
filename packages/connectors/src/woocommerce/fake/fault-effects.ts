import type { Answer } from './answers.ts'
import { criticalError } from './fault-gates.ts'
import type { Fault } from './fault-kinds.ts'
import type { FakeRequest } from './request.ts'

/** An answer on its way out. */
export interface Reply {
  readonly answer: Answer
  readonly delayMs: number
  readonly transport: 'whole' | 'hang' | 'drop' | 'truncated' | 'gzip'
  readonly skewSeconds: number
}

interface Distortion {
  readonly fault: Fault
  readonly cache: Map<string, Answer>
  readonly freeAt: number[]
}

/** The reply after the fault; the same object when the fault does not concern this call. */
export function distort({ fault, cache, freeAt }: Distortion, request: FakeRequest, reply: Reply): Reply {
  switch (fault.kind) {
    case 'hang':
    case 'drop':
    case 'truncated':
      return { ...reply, transport: fault.kind }
    case 'unlabelled_gzip':
      return { ...reply, transport: 'gzip' }
    case 'slow':
      return { ...reply, delayMs: reply.delayMs + (fault.milliseconds ?? 20_000) }
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

function withAnswer(reply: Reply, answer: Answer): Reply {
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

function distortAnswer(fault: Fault, answer: Answer): Answer {
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
  { cache, ignores }: Pick<Distortion, 'cache'> & { readonly ignores: readonly string[] },
  request: FakeRequest,
  answer: Answer,
): Answer {
  if (request.method !== 'GET') return answer
  const unsigned = request.query.filter(({ name }) => !/^(oauth_|consumer_)/.test(name) && !ignores.includes(name))
  const key = `${request.path}?${unsigned.map(({ name, value }) => `${name}=${value}`).join('&')}`
  const known = cache.get(key)
  if (known) return known
  cache.set(key, answer)
  return answer
}
