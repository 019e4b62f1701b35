import { createHmac, randomBytes } from 'node:crypto'
import { AppError, type PersonId } from '@tillsight/core'
import {
  countRecoveryCodes as countUnused,
  lockPerson,
  replaceRecoveryCodes,
  takeRecoveryCode,
} from '@tillsight/database'
import { z } from 'zod'
import { recordOwnAudit } from '../audit/index.ts'
import { defineVerb, type PersonContext } from '../context/index.ts'

/** A context in which recovery codes can be created and used. */
export interface RecoveryContext extends PersonContext {
  /** The installation's secret for hashing recovery codes; at least 32 bytes. */
  readonly recoveryKey: Uint8Array
}

// 32 characters, so that a byte maps to one without bias; none is easily mistaken for another.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const codeLength = 10
const lookAlikes: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', u: 'v' }

/** A random 50-bit code in display format: `xxxxx-xxxxx`. */
export function makeRecoveryCode(): string {
  const text = Array.from(randomBytes(codeLength), (byte) => alphabet.charAt(byte % alphabet.length)).join('')
  return `${text.slice(0, codeLength / 2)}-${text.slice(codeLength / 2)}`
}

/** The stored hash of a code. Capitals, spaces, hyphens and look-alike characters make no difference. */
export function hashRecoveryCode(key: Uint8Array, person: PersonId, code: string): string {
  const text = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/[oilu]/g, (letter) => lookAlikes[letter] ?? letter)
  return createHmac('sha256', key).update(`recovery code of ${person}: ${text}`).digest('hex')
}

/** The number of unused codes. */
export const countRecoveryCodes = defineVerb({
  name: 'recovery_code.count',
  needs: 'self',
  access: 'read',
  input: z.object({}),
  output: z.object({ left: z.number() }),
  async run({ queries, person }: PersonContext) {
    return { left: await countUnused(queries, person) }
  },
})

const count = 10

/** Creates ten new codes, which are only shown once; earlier ones become invalid. */
export const createRecoveryCodes = defineVerb({
  name: 'recovery_code.create',
  needs: 'self',
  access: 'write',
  input: z.object({}),
  output: z.object({ codes: z.array(z.string()) }),
  async run(ctx: RecoveryContext) {
    const { queries, person, recoveryKey } = ctx
    // Two concurrent requests would leave both sets valid.
    await lockPerson(queries, person)
    const codes = new Set<string>()
    while (codes.size < count) codes.add(makeRecoveryCode())
    const hashes = [...codes].map((code) => hashRecoveryCode(recoveryKey, person, code))
    await replaceRecoveryCodes(queries, person, hashes)
    await recordOwnAudit(ctx, person, { action: 'recovery_code.create' })
    return { codes: [...codes] }
  },
})

/** Uses a code. Throws `invalid_input` for a wrong or used one; attempts are limited by the interface. */
export const spendRecoveryCode = defineVerb({
  name: 'recovery_code.spend',
  needs: 'self',
  access: 'write',
  input: z.object({ code: z.string().max(100) }),
  output: z.object({}),
  async run(ctx: RecoveryContext, { code }) {
    const { queries, person, recoveryKey, clock } = ctx
    const codeHash = hashRecoveryCode(recoveryKey, person, code)
    if (await takeRecoveryCode(queries, { person, codeHash }, clock.now())) {
      await recordOwnAudit(ctx, person, { action: 'recovery_code.spend' })
      return {}
    }
    throw new AppError(
      'invalid_input',
      'This is not one of your recovery codes, or it was used already. Check what you typed, or take another one.',
      { details: { field: 'code' } },
    )
  },
})
