import { createHash, randomUUID } from 'node:crypto'
import { AppError, type Clock } from '@tillsight/core'
import {
  type ApiAnswerKey,
  type ApiAnswerRow,
  claimApiAnswer,
  type Database,
  dropApiClaim,
  findApiAnswer,
  keepApiAnswer,
  noteApiWrite,
  renewApiClaim,
  type SealedColumn,
  type SecretsBox,
} from '@tillsight/database'
import type { Log } from '@tillsight/supervisor'

// Requests with `Idempotency-Key`: carried out once, however often they are sent.

const header = 'Idempotency-Key'
const keptForMs = 24 * 3_600_000
const renewEveryMs = 5_000
/** A run that has not shown itself for so long is dead: its process was killed. */
const deadAfterMs = 20_000

/** What keeping answers takes. */
interface RepeatStores {
  readonly db: Database
  readonly secrets: SecretsBox
  readonly clock: Clock
  readonly log: Log
}

/** A request that may come again. */
interface Repeatable extends ApiAnswerKey {
  /** Hash of everything that it asks for. */
  readonly request: string
}

/** The key of a request; undefined without one. Throws `invalid_input`. */
export function readRepeatKey(text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]{1,128}$/.test(text)) return text
  throw new AppError(
    'invalid_input',
    `${header} must be 1 to 128 printable characters without spaces, such as a UUID.`,
    {
      details: { field: header },
    },
  )
}

/** Hash of what a request asks for. */
export function hashRequest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/**
 * Answers with what `work` does, or did when the same request came before. What `work` writes through its database is
 * committed only while this run holds the request, so that a run which was taken for dead cannot write beside its successor.
 * Answers of 5xx and 429 are not kept. Throws `conflict` for another request with the key, and for one that is running.
 */
export async function answerOnce(
  stores: RepeatStores,
  asked: Repeatable,
  work: (db: Database) => Promise<Response>,
): Promise<Response> {
  const { db, clock } = stores
  const claim = randomUUID()
  const at = clock.now()
  const before = (ms: number): Date => new Date(at.getTime() - ms)
  const limits = { forgottenBefore: before(keptForMs), deadBefore: before(deadAfterMs) }
  if (!(await claimApiAnswer(db.kysely, { ...asked, claim, at, ...limits }))) {
    return repeat(stores, { ...asked, ...limits }, await findApiAnswer(db.kysely, asked))
  }
  const renewing = setInterval(() => {
    renewApiClaim(db.kysely, claim, clock.now()).catch((error: unknown) =>
      stores.log.warn({ err: error }, 'a running request of the API could not be marked as alive'),
    )
  }, renewEveryMs)
  try {
    return await keep(stores, { ...asked, claim }, await work(fencedBy(db, claim)))
  } catch (error) {
    await giveUp(stores, claim)
    throw error
  } finally {
    clearInterval(renewing)
  }
}

type Held = Repeatable & { readonly claim: string }

async function keep(stores: RepeatStores, { caller, key, claim }: Held, response: Response): Promise<Response> {
  const { status } = response
  if (status >= 500 || status === 429) {
    await giveUp(stores, claim)
    return response
  }
  const type = response.headers.get('content-type') ?? ''
  const text = await response.clone().text()
  const body = stores.secrets.seal(JSON.stringify({ type, text }), sealedFor({ caller, key }))
  await keepApiAnswer(stores.db.kysely, { claim, status, body })
  return response
}

/** A run that wrote something and failed is not repeated: it counts as dead from now on. */
async function giveUp({ db }: RepeatStores, claim: string): Promise<void> {
  await dropApiClaim(db.kysely, claim)
  await renewApiClaim(db.kysely, claim, new Date(0))
}

function repeat(
  { secrets }: RepeatStores,
  asked: Repeatable & { readonly deadBefore: Date },
  known: ApiAnswerRow | undefined,
): Response {
  if (known === undefined) throw stillRunning()
  if (known.request !== asked.request) {
    throw new AppError(
      'conflict',
      `This ${header} was sent with another request within the last 24 hours. Use a new one for each request.`,
      { details: { field: header } },
    )
  }
  if (known.status === null || known.body === null) throw known.renewedAt < asked.deadBefore ? cutOff() : stillRunning()
  const { type, text } = JSON.parse(secrets.open(known.body, sealedFor(asked))) as { type: string; text: string }
  return new Response(text, {
    status: known.status,
    headers: { 'content-type': type, 'idempotent-replayed': 'true' },
  })
}

function sealedFor({ caller, key }: ApiAnswerKey): string {
  return `answer of the API to ${caller}: ${key}`
}

/** The database, whose transactions are committed only while the run holds its request. */
function fencedBy(db: Database, claim: string): Database {
  return {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const result = await work(tx)
        if (!(await noteApiWrite(tx, claim))) throw stillRunning()
        return result
      }),
  }
}

function stillRunning(): AppError {
  return new AppError('conflict', 'The first request with this key is still running. Send it again in a second.', {
    details: { field: header, retryAfterSeconds: 1 },
  })
}

function cutOff(): AppError {
  return new AppError(
    'conflict',
    'The first request with this key changed something and was cut off before it was answered. Look at what is there, then send what is missing with a new key.',
    { details: { field: header } },
  )
}

/** Sealed answers, which are kept for a day. */
export const sealedAnswers: readonly SealedColumn[] = [
  {
    table: 'api_answers',
    column: 'body',
    key: ['caller', 'key'],
    context: (of) => sealedFor({ caller: of('caller'), key: of('key') }),
  },
]
