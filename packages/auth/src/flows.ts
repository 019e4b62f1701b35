import { createHash, randomUUID } from 'node:crypto'
import type { Db } from '@tillsight/database'
import type { Auth } from './context.ts'
import { AuthError } from './errors.ts'
import type { Method } from './sessions.ts'
import { isSameText } from './tokens.ts'
import type { FlowRow } from './users.ts'
import type { CodeChallenge } from './wire.ts'

/** A sign-in that leaves for a mail or a provider. */
export interface NewFlow {
  readonly method: Method
  /** Undefined: an implicit flow, whose tokens come in the fragment. */
  readonly challenge: CodeChallenge | undefined
  readonly redirectTo: string
  /** Known from the start for mails; for providers only once the user returns. */
  readonly user?: string
  readonly provider?: string
  readonly linkingUser?: string | undefined
  /** Encrypted with the context `flow <id>`. */
  readonly upstream?: string | undefined
}

/** The encryption context of a flow's secrets. */
export function flowContext(id: string): string {
  return `flow ${id}`
}

/** The authentication method of the flow's session. */
export function methodOf(flow: FlowRow): Method {
  // Only methods are ever stored there.
  return flow.authenticationMethod as Method
}

/** Stores a flow; its id is the `state` towards a provider. */
export async function insertFlow(auth: Auth, db: Db, flow: NewFlow): Promise<FlowRow> {
  const id = randomUUID()
  return db
    .insertInto('authFlows')
    .values({
      id,
      authCode: randomUUID(),
      codeChallenge: flow.challenge?.value ?? null,
      codeChallengeMethod: flow.challenge?.method ?? null,
      authenticationMethod: flow.method,
      provider: flow.provider ?? null,
      userId: flow.user ?? null,
      linkingUserId: flow.linkingUser ?? null,
      redirectTo: flow.redirectTo,
      upstream: flow.upstream === undefined ? null : Buffer.from(auth.box.seal(flow.upstream, flowContext(id))),
      createdAt: auth.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Locks the flow until the transaction ends. */
export async function lockFlow(db: Db, id: string): Promise<FlowRow | undefined> {
  return db.selectFrom('authFlows').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Whether it has run out; magic links count from the moment the link was opened. */
export function isFlowExpired(auth: Auth, flow: FlowRow): boolean {
  const start = flow.authenticationMethod === 'magiclink' ? (flow.authCodeIssuedAt ?? flow.createdAt) : flow.createdAt
  return auth.clock.now().getTime() - start.getTime() >= auth.settings.flowExpiresIn * 1000
}

/**
 * Finds the newest flow of a mail that was just opened and issues its code. Throws `404 flow_state_not_found` if the flow no
 * longer exists.
 */
export async function finishMailFlow(auth: Auth, db: Db, of: { user: string; method: Method }): Promise<FlowRow> {
  const flow = await db
    .selectFrom('authFlows')
    .selectAll()
    .where('userId', '=', of.user)
    .where('authenticationMethod', '=', of.method)
    .where('codeChallenge', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!flow) throw flowNotFound()
  return db
    .updateTable('authFlows')
    .set({ authCodeIssuedAt: auth.clock.now() })
    .where('id', '=', flow.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Stores who returned from a provider, with the provider's tokens. Throws `422 flow_state_already_used` for a finished flow.
 * `flow` must be locked.
 */
export async function finishProviderFlow(
  auth: Auth,
  db: Db,
  end: { readonly flow: FlowRow; readonly user: string; readonly providerTokens: string },
): Promise<FlowRow> {
  if (end.flow.userId !== null) throw new AuthError(422, 'flow_state_already_used', 'State has already been used')
  return db
    .updateTable('authFlows')
    .set({
      userId: end.user,
      providerTokens: Buffer.from(auth.box.seal(end.providerTokens, flowContext(end.flow.id))),
      authCodeIssuedAt: auth.clock.now(),
    })
    .where('id', '=', end.flow.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Exchanges a code for its flow, once: the row is deleted. A wrong verifier or an expired flow leaves the row. Throws the
 * PKCE grant's errors.
 */
export async function exchangeCode(
  auth: Auth,
  db: Db,
  given: { readonly code: string; readonly verifier: string },
): Promise<FlowRow & { readonly userId: string }> {
  const flow = await db
    .selectFrom('authFlows')
    .selectAll()
    .where('authCode', '=', given.code)
    .forUpdate()
    .executeTakeFirst()
  if (!flow || flow.userId === null || flow.codeChallenge === null || flow.authCodeIssuedAt === null)
    throw flowNotFound()
  if (isFlowExpired(auth, flow)) {
    throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
  }
  if (!isSameText(challengeOf(given.verifier, flow.codeChallengeMethod), flow.codeChallenge)) {
    throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
  }
  await db.deleteFrom('authFlows').where('id', '=', flow.id).execute()
  return { ...flow, userId: flow.userId }
}

function challengeOf(verifier: string, method: string | null): string {
  return method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
}

function flowNotFound(): AuthError {
  return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
}
