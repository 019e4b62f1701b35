import { z } from 'zod'
import type { Auth } from '../context.ts'
import { invalid } from '../errors.ts'
import { parseDuration } from '../limits/index.ts'
import { Metadata } from '../wire/index.ts'

/** What an admin may say about a user. Empty texts count as not given. */
export const UserFields = z.object({
  id: z.string().optional(),
  aud: z.string().optional(),
  role: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  password_hash: z.string().optional(),
  email_confirm: z.boolean().optional(),
  phone_confirm: z.boolean().optional(),
  user_metadata: Metadata.optional(),
  app_metadata: Metadata.optional(),
  ban_duration: z.string().optional(),
})
/** See {@link UserFields}. */
export type UserFields = z.infer<typeof UserFields>

/** When a ban ends: null lifts it, undefined leaves it as it is. */
export function parseBan(auth: Pick<Auth, 'clock'>, duration: string | undefined): Date | null | undefined {
  if (duration === undefined || duration === '') return undefined
  const ms = duration === 'none' ? 0 : parseDuration(duration)
  if (ms === undefined) throw invalid(`invalid format for ban duration: time: invalid duration "${duration}"`)
  return ms === 0 ? null : new Date(auth.clock.now().getTime() + ms)
}

/** Throws `400` where a password and a hash are given together. */
export function requireOnePassword({ password, password_hash: hash }: UserFields): void {
  if (password !== undefined && hash) throw invalid('Only a password or a password hash should be provided')
}

/** The hash of another system, as it is. Throws `400` for one that nobody could ever sign in with. */
export function parsePasswordHash(auth: Auth, hash: string): string {
  if (auth.passwords.isHash(hash)) return hash
  throw invalid('The password hash has to be in the format of bcrypt, argon2 or Firebase scrypt')
}
