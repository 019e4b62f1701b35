import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '@tillsight/core'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { StorageError } from './failure.ts'
import { Transform } from './transform.ts'

/** What a signed address lets its holder do. */
export interface Grant {
  /** `bucket/name`. */
  readonly url: string
  readonly scope: 'download' | 'upload' | 'list'
  /** Whose right it is: the id of a person, or `service`. */
  readonly sub: string
  readonly upsert?: boolean | undefined
  readonly transform?: Transform | undefined
}

/** A grant that was read, and when it ends. */
export interface ReadGrant extends Grant {
  readonly expiresAt: Date
}

/** Signs addresses and reads them again. */
export interface GrantSigner {
  sign(grant: Grant, expiresInSeconds: number): Promise<string>
  /** Throws `InvalidJWT`, `ExpiredToken`, and `InvalidSignature` for a token of another object or use. */
  read(token: string, expected: Pick<Grant, 'url' | 'scope'>): Promise<ReadGrant>
}

const algorithm = 'HS256'
/** For how long a signed address may last. */
export const longestGrantSeconds = 30 * 86_400

const Claims = z.object({
  url: z.string(),
  scope: z.enum(['download', 'upload', 'list']),
  sub: z.string(),
  exp: z.number(),
  upsert: z.boolean().optional(),
  transform: Transform.optional(),
})

/** Signs with a key that is used for nothing else. */
export function createGrantSigner(key: Uint8Array, clock: Clock): GrantSigner {
  return {
    async sign({ url, scope, sub, upsert, transform }, expiresInSeconds) {
      const now = Math.floor(clock.now().getTime() / 1000)
      return await new SignJWT({
        url,
        scope,
        ...(upsert === undefined ? {} : { upsert }),
        ...(transform === undefined ? {} : { transform }),
      })
        .setProtectedHeader({ alg: algorithm })
        .setSubject(sub)
        .setIssuedAt(now)
        .setExpirationTime(now + expiresInSeconds)
        .sign(key)
    },
    async read(token, expected) {
      const claims = Claims.safeParse(await verify(token))
      if (!claims.success) throw new StorageError('InvalidJWT')
      const { exp, ...grant } = claims.data
      if (!isSame(grant.scope, expected.scope) || !isSame(grant.url, expected.url)) {
        throw new StorageError('InvalidSignature')
      }
      return { ...grant, expiresAt: new Date(exp * 1000) }
    },
  }

  async function verify(token: string): Promise<unknown> {
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], currentDate: clock.now() })
      return payload
    } catch (cause) {
      throw new StorageError(cause instanceof errors.JWTExpired ? 'ExpiredToken' : 'InvalidJWT', undefined, { cause })
    }
  }
}

/** Compares in constant time, so that timing does not tell where two texts differ. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
