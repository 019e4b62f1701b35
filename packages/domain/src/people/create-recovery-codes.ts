import { lockPerson, replaceRecoveryCodes } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { hashRecoveryCode, makeRecoveryCode, type RecoveryContext } from './recovery-code.ts'

const count = 10

/** Ten new codes, told this once; earlier ones end. */
export const createRecoveryCodes = defineVerb({
  name: 'recovery_code.create',
  needs: 'self',
  access: 'write',
  input: z.object({}),
  output: z.object({ codes: z.array(z.string()) }),
  async run({ queries, person, recoveryKey }: RecoveryContext) {
    // Two at once would leave both sets behind.
    await lockPerson(queries, person)
    const codes = new Set<string>()
    while (codes.size < count) codes.add(makeRecoveryCode())
    const hashes = [...codes].map((code) => hashRecoveryCode(recoveryKey, person, code))
    await replaceRecoveryCodes(queries, person, hashes)
    return { codes: [...codes] }
  },
})
