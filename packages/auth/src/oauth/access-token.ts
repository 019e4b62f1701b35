import { randomUUID } from 'node:crypto'
import type { AuthOAuthTokensTable } from '@tillsight/database'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Auth } from '../context.ts'
import { accessTokenType, encodeRefreshToken } from '../tokens.ts'
import { isUuid } from '../wire.ts'
import { servedResource } from './server.ts'

/** The tokens of one code, as stored. */
export type TokenRow = Selectable<AuthOAuthTokensTable>

const lifeSeconds = 3600
const hourMs = 3_600_000

/** The body of a token response. */
export interface Tokens {
  readonly access_token: string
  readonly token_type: 'bearer'
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

interface Subject {
  readonly family: TokenRow
  readonly client: string
  readonly user: string
  readonly scopes: readonly string[]
  /** Signs refresh tokens. */
  readonly key: Uint8Array
}

/** An access token for the resource, and the current refresh token. */
export async function signFor(auth: Auth, { family, client, user, scopes, key: refreshKey }: Subject): Promise<Tokens> {
  const issuedAt = Math.floor(auth.clock.now().getTime() / 1000)
  const { kid, algorithm, key } = await auth.keys.signer()
  const scope = scopes.join(' ')
  const token = await new SignJWT({ client_id: client, scope, family: family.id })
    .setProtectedHeader({ alg: algorithm, typ: accessTokenType, ...(kid === undefined ? {} : { kid }) })
    .setIssuer(auth.externalUrl())
    .setAudience(family.resource)
    .setSubject(user)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifeSeconds)
    .sign(key)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: lifeSeconds,
    refresh_token: encodeRefreshToken({ session: family.id, counter: family.refreshCounter }, refreshKey),
    scope,
  }
}

const Claims = z.object({ sub: z.uuid(), client_id: z.string(), scope: z.string(), family: z.uuid(), exp: z.number() })
type Claims = z.infer<typeof Claims>

/** The verified claims of an access token for the resource; undefined for any other text. Asks no database but for keys. */
export async function findAccessToken(auth: Auth, text: string): Promise<Claims | undefined> {
  const resource = servedResource(auth)
  if (!resource) return undefined
  try {
    const { kid, alg, typ } = decodeProtectedHeader(text)
    const known = typ === accessTokenType ? await auth.keys.find({ kid, alg }) : undefined
    if (!known) return undefined
    const { payload } = await jwtVerify(text, known.key, {
      algorithms: [known.algorithm],
      typ: accessTokenType,
      audience: resource.url(),
      issuer: auth.externalUrl(),
      requiredClaims: ['exp'],
      clockTolerance: 0,
      currentDate: auth.clock.now(),
    })
    return Claims.safeParse(payload).data
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
}

/** A program that acts for a person, as a token shows it. */
export interface Assistant {
  /** Stays the same as long as the person does not cut it off. */
  readonly id: string
  readonly person: string
  /** As it calls itself; empty if it does not. */
  readonly name: string
  readonly scopes: readonly string[]
  /** What the product added to the person's decision. */
  readonly details: Readonly<Record<string, unknown>>
  readonly expiresAt: Date
}

/** Whose token it is, if it may be used now: cutting off, a ban and the account's end count at once. */
export async function readAssistant(auth: Auth, text: string): Promise<Assistant | undefined> {
  const claims = await findAccessToken(auth, text)
  if (!claims || !isUuid(claims.family)) return undefined
  const now = auth.clock.now()
  const row = await auth.db.kysely
    .selectFrom('authOauthTokens')
    .innerJoin('authOauthGrants', 'authOauthGrants.id', 'authOauthTokens.grantId')
    .innerJoin('authOauthClients', 'authOauthClients.id', 'authOauthGrants.clientId')
    .innerJoin('authUsers', 'authUsers.id', 'authOauthGrants.userId')
    .selectAll('authOauthGrants')
    .select(['authOauthClients.name', 'authUsers.bannedUntil', 'authUsers.deletedAt'])
    .where('authOauthTokens.id', '=', claims.family)
    .where('authOauthGrants.userId', '=', claims.sub)
    .where('authOauthGrants.clientId', '=', claims.client_id)
    .executeTakeFirst()
  if (!row || row.deletedAt !== null || (row.bannedUntil !== null && row.bannedUntil > now)) return undefined
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  if (row.usedAt === null || row.usedAt < hour) {
    await auth.db.kysely.updateTable('authOauthGrants').set({ usedAt: hour }).where('id', '=', row.id).execute()
  }
  const asked = claims.scope.split(' ')
  return {
    id: row.id,
    person: row.userId,
    name: row.name,
    scopes: row.scopes.filter((scope) => asked.includes(scope)),
    details: row.details,
    expiresAt: new Date(claims.exp * 1000),
  }
}

/** A connected program, as its person sees it. */
export interface AssistantView {
  readonly client: string
  readonly name: string
  /** Where it takes people back to. */
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly details: Readonly<Record<string, unknown>>
  readonly grantedAt: Date
  /** The hour of the last use. */
  readonly usedAt: Date | null
}

/** The programs that a person has connected, the newest first. */
export async function listAssistants(auth: Auth, person: string): Promise<AssistantView[]> {
  const rows = await auth.db.kysely
    .selectFrom('authOauthGrants')
    .innerJoin('authOauthClients', 'authOauthClients.id', 'authOauthGrants.clientId')
    .selectAll('authOauthGrants')
    .select('authOauthClients.name')
    .where('userId', '=', person)
    .orderBy('grantedAt', 'desc')
    .orderBy('authOauthGrants.id')
    .execute()
  return rows.map(({ clientId, name, redirectUri, scopes, details, grantedAt, usedAt }) => ({
    client: clientId,
    name,
    redirectUri,
    scopes,
    details,
    grantedAt,
    usedAt,
  }))
}
