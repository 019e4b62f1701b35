import { countRecoveryCodes as countUnused } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type PersonContext } from '../context/index.ts'

/** How many codes the person has left. */
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
