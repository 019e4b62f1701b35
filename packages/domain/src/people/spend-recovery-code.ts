import { AppError } from '@tillsight/core'
import { takeRecoveryCode } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { hashRecoveryCode, type RecoveryContext } from './recovery-code.ts'

/** Uses a code up. Throws `invalid_input` for one that is wrong or was used; counting attempts is the door's. */
export const spendRecoveryCode = defineVerb({
  name: 'recovery_code.spend',
  needs: 'self',
  access: 'write',
  input: z.object({ code: z.string().max(100) }),
  output: z.object({}),
  async run({ queries, person, recoveryKey, clock }: RecoveryContext, { code }) {
    const codeHash = hashRecoveryCode(recoveryKey, person, code)
    if (await takeRecoveryCode(queries, { person, codeHash }, clock.now())) return {}
    throw new AppError(
      'invalid_input',
      'This is not one of your recovery codes, or it was used already. Check what you typed, or take another one.',
      { details: { field: 'code' } },
    )
  },
})
