import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type JsonWebKey,
  type KeyObject,
  randomUUID,
} from 'node:crypto'
import { AppError, type Clock } from '@tillsight/core'
import type { Database, SecretsBox } from '@tillsight/database'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { sql } from 'kysely'
import type { AuthSettings } from './settings.ts'

/** A key that a token may have been signed with, and the only algorithm it is used with. */
export interface VerificationKey {
  readonly algorithm: string
  readonly key: CryptoKey | KeyObject | Uint8Array
}

/** A key that signs, and the `kid` that tokens name it by. */
export interface SigningKey extends VerificationKey {
  readonly kid: string | undefined
}

/** The keys that sign tokens and those that verify them. */
export interface KeyRing {
  /** Loads keys that other processes have created. Call before a transaction: within one, no second connection is opened. */
  ready(): Promise<void>
  /** The key as of the latest look. */
  signer(): Promise<SigningKey>
  /**
   * The key of a token's header. Only our own keys are found by `kid`, each with its own algorithm; the shared secret, where
   * one is configured, is for HS256 tokens without a known `kid`.
   */
  find(header: {
    readonly kid?: string | undefined
    readonly alg?: string | undefined
  }): Promise<VerificationKey | undefined>
  /** Public parts of the asymmetric keys. */
  published(): Promise<readonly JWK[]>
  /** Prepares the next key in time and forgets those that no valid token can name. */
  rotate(): Promise<void>
}

/** Dependencies of the key ring. */
export interface KeyRingOptions {
  readonly settings: AuthSettings['jwt']
  readonly db: Database
  readonly box: SecretsBox
  readonly clock: Clock
}

/** The `kty` of each algorithm, with the curve where there are several. */
const algorithms: ReadonlyMap<string, string> = new Map([
  ['RS256', 'RSA'],
  ['RS512', 'RSA'],
  ['ES256', 'EC P-256'],
  ['ES512', 'EC P-521'],
  ['EdDSA', 'OKP Ed25519'],
  ['HS256', 'oct'],
])
const leastSecretBytes = 16
const dayMs = 86_400_000
const signsForMs = 90 * dayMs
/** Callers keep the published keys for ten minutes. */
const publishedBeforeMs = 15 * 60_000
const lookAgainAfterMs = 60_000
const lookAgainForUnknownAfterMs = 5_000

interface Loaded {
  readonly keys: readonly Entry[]
  readonly at: number
}

interface Entry {
  readonly kid: string
  readonly algorithm: string
  /** Undefined for a shared secret, which must not be published. */
  readonly publicJwk: JWK | undefined
  readonly privateKey: CryptoKey | KeyObject | Uint8Array | undefined
  readonly publicKey: CryptoKey | KeyObject | Uint8Array
  readonly signsFrom: number
  readonly createdAt: number
}

/**
 * Keys from the settings where given, otherwise our own from the database, made when there is none. Throws `invalid_input` for
 * given keys that cannot work.
 */
export function createKeyRing(options: KeyRingOptions): KeyRing {
  const { settings, clock } = options
  const secret = settings.secret === undefined ? undefined : createSecretKey(Buffer.from(settings.secret))
  const load = settings.keys === undefined ? () => loadStored(options) : configured(settings.keys)
  let latest: Loaded | undefined
  let loading: Promise<Loaded> | undefined
  /** Concurrent callers share one load. */
  const reload = (): Promise<Loaded> => {
    loading ??= load()
      .then((loaded) => {
        latest = loaded
        return loaded
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }
  const keys = async (staleAfterMs: number): Promise<readonly Entry[]> => {
    const known = latest
    const isFresh = known !== undefined && clock.now().getTime() - known.at < staleAfterMs
    return isFresh ? known.keys : (await reload()).keys
  }
  const find = (all: readonly Entry[], kid: string): VerificationKey | undefined => {
    const entry = all.find((candidate) => candidate.kid === kid)
    return entry && { algorithm: entry.algorithm, key: entry.publicKey }
  }
  return {
    async ready() {
      await keys(lookAgainAfterMs)
    },
    async signer() {
      const now = clock.now().getTime()
      const signers = (latest?.keys ?? (await keys(lookAgainAfterMs)))
        .filter(({ privateKey }) => privateKey !== undefined)
        .toSorted((one, other) => one.signsFrom - other.signsFrom)
      // The very first key signs immediately, even if another process's clock made it slightly in the future.
      const entry = signers.findLast(({ signsFrom }) => signsFrom <= now) ?? signers[0]
      if (entry?.privateKey === undefined) throw new Error('there is no key that signs')
      return { kid: entry.kid, algorithm: entry.algorithm, key: entry.privateKey }
    },
    async find({ kid, alg }) {
      if (kid !== undefined) {
        const known = find(await keys(lookAgainAfterMs), kid) ?? find(await keys(lookAgainForUnknownAfterMs), kid)
        if (known !== undefined) return known
      }
      return alg === 'HS256' && secret !== undefined ? { algorithm: 'HS256', key: secret } : undefined
    },
    async published() {
      return (await keys(lookAgainForUnknownAfterMs)).flatMap(({ publicJwk }) => publicJwk ?? [])
    },
    async rotate() {
      if (settings.keys === undefined) await rotateStored(options)
      // A load in progress may have started too early.
      await loading?.catch(() => undefined)
      await reload()
    },
  }
}

/** Parses a JWK set in which exactly one private key is marked for signing. */
function configured(text: string): () => Promise<Loaded> {
  const keys = parseJwks(text).map(toConfiguredEntry)
  const signers = keys.filter(({ privateKey }) => privateKey !== undefined)
  if (signers.length !== 1)
    throw wrongKeys(`exactly one private key has to be marked with "key_ops": ["sign"], not ${signers.length}`)
  const twice = keys.find(({ kid }, index) => keys.findIndex((other) => other.kid === kid) !== index)
  if (twice) throw wrongKeys(`two keys have the kid “${twice.kid}”`)
  return async () => ({ keys, at: Number.POSITIVE_INFINITY })
}

function parseJwks(text: string): readonly JWK[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw wrongKeys('it is not JSON', error)
  }
  const list =
    typeof value === 'object' && value !== null && !Array.isArray(value) && 'keys' in value ? value.keys : value
  if (!Array.isArray(list) || list.length === 0) throw wrongKeys('expected a list of keys')
  return list.map((jwk: unknown) => {
    if (typeof jwk === 'object' && jwk !== null && 'kty' in jwk && typeof jwk.kty === 'string')
      return { ...jwk, kty: jwk.kty }
    throw wrongKeys('an entry is not a key')
  })
}

function toConfiguredEntry(jwk: JWK): Entry {
  const { alg, kid, key_ops: operations = [] } = jwk
  if (kid === undefined || kid === '') throw wrongKeys('every key needs a kid')
  const kind = alg === undefined ? undefined : algorithms.get(alg)
  if (alg === undefined || kind === undefined) {
    throw wrongKeys(`“${alg ?? ''}” of the key ${kid} is not among ${[...algorithms.keys()].join(', ')}`)
  }
  if ([jwk.kty, jwk.crv].filter(Boolean).join(' ') !== kind) throw wrongKeys(`the key ${kid} is none for ${alg}`)
  const { privateKey, ...open } = readKey(jwk, kid)
  const isSigner = operations.includes('sign')
  return {
    kid,
    algorithm: alg,
    ...open,
    privateKey: isSigner ? privateKey : undefined,
    signsFrom: 0,
    createdAt: 0,
  }
}

type Parts = Pick<Entry, 'publicJwk' | 'publicKey' | 'privateKey'>

function readKey(jwk: JWK, kid: string): Parts {
  if (jwk.kty === 'oct') {
    const secret = Buffer.from(jwk.k ?? '', 'base64url')
    if (secret.length < leastSecretBytes) throw wrongKeys(`the secret ${kid} has fewer than ${leastSecretBytes} bytes`)
    const key = createSecretKey(secret)
    return { publicJwk: undefined, publicKey: key, privateKey: key }
  }
  const publicJwk = toPublic(jwk)
  try {
    return {
      publicJwk,
      publicKey: createPublicKey({ key: asNodeJwk(publicJwk), format: 'jwk' }),
      privateKey: jwk.d === undefined ? undefined : createPrivateKey({ key: asNodeJwk(jwk), format: 'jwk' }),
    }
  } catch (cause) {
    throw wrongKeys(`the key ${kid} cannot be read`, cause)
  }
}

function toPublic(jwk: JWK): JWK {
  const { d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, oth: _oth, k: _k, ...open } = jwk
  return { ...open, use: 'sig', key_ops: ['verify'] }
}

/** The same key in Node's type, without fields that it does not know. */
function asNodeJwk({ kty, crv, d, dp, dq, e, n, p, q, qi, x, y }: JWK): JsonWebKey {
  const parts = { kty, crv, d, dp, dq, e, n, p, q, qi, x, y }
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))
}

function wrongKeys(why: string, cause?: unknown): AppError {
  return new AppError('invalid_input', `AUTH_JWT_KEYS cannot be used: ${why}.`, { cause })
}

async function loadStored(options: KeyRingOptions): Promise<Loaded> {
  const { db, box, clock } = options
  const at = clock.now().getTime()
  let rows = await readStored(db)
  if (rows.length === 0) {
    await addKey(options, new Date(at))
    rows = await readStored(db)
  }
  const keys = await Promise.all(
    rows.map(async (row): Promise<Entry> => {
      const publicJwk = asJwk(row.publicJwk)
      const privateJwk = asJwk(JSON.parse(box.open(row.privateJwk, signingKeyContext(row.kid))))
      return {
        kid: row.kid,
        algorithm: row.algorithm,
        publicJwk,
        publicKey: await importJWK(publicJwk, row.algorithm),
        privateKey: await importJWK(privateJwk, row.algorithm),
        signsFrom: row.signsFrom.getTime(),
        createdAt: row.createdAt.getTime(),
      }
    }),
  )
  return { keys, at }
}

function readStored(db: Database) {
  return db.kysely.selectFrom('authSigningKeys').selectAll().orderBy('signsFrom').execute()
}

/** Values that we stored ourselves are keys. */
function asJwk(value: unknown): JWK {
  return value as JWK
}

/** One process adds the key; a concurrent one finds it there. */
async function addKey({ db, box, clock }: KeyRingOptions, signsFrom: Date): Promise<void> {
  const kid = randomUUID()
  const pair = await generateKeyPair('ES256', { extractable: true })
  const [privateJwk, publicJwk] = await Promise.all([exportJWK(pair.privateKey), exportJWK(pair.publicKey)])
  await db.transaction(async (tx) => {
    await lockKeys(tx)
    const newest = await tx
      .selectFrom('authSigningKeys')
      .select('signsFrom')
      .orderBy('signsFrom', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (newest && newest.signsFrom.getTime() >= signsFrom.getTime() - signsForMs / 2) return
    await tx
      .insertInto('authSigningKeys')
      .values({
        kid,
        algorithm: 'ES256',
        publicJwk: JSON.stringify({ ...publicJwk, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }),
        privateJwk: Buffer.from(box.seal(JSON.stringify(privateJwk), signingKeyContext(kid))),
        signsFrom,
        createdAt: clock.now(),
      })
      .execute()
  })
}

async function lockKeys(tx: Parameters<Parameters<Database['transaction']>[0]>[0]): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('tillsight auth signing keys'))`.execute(tx)
}

async function rotateStored(options: KeyRingOptions): Promise<void> {
  const { db, clock, settings } = options
  const now = clock.now().getTime()
  const rows = await readStored(db)
  const newest = rows.at(-1)
  if (newest && now - newest.signsFrom.getTime() >= signsForMs) await addKey(options, new Date(now + publishedBeforeMs))
  const signing = rows.filter(({ signsFrom }) => signsFrom.getTime() <= now).at(-1)
  if (signing === undefined) return
  // The previous key is needed until the last token it signed has expired.
  if (now - signing.signsFrom.getTime() < settings.expiresIn * 1000 + dayMs) return
  await db.kysely.deleteFrom('authSigningKeys').where('signsFrom', '<', signing.signsFrom).execute()
}

/** Encryption context of a private key. */
export function signingKeyContext(kid: string): string {
  return `signing key ${kid}`
}
