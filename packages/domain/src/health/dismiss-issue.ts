import { resolveHealthIssue } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'

/** Closes a noted issue; it opens again when it is seen again. */
export const dismissIssue = defineVerb({
  name: 'health.dismiss',
  needs: 'health:write',
  access: 'write',
  input: z.object({ kind: z.string().max(100), key: z.string().max(500) }),
  output: z.object({}),
  async run({ queries, shop, clock }, { kind, key }) {
    await resolveHealthIssue(queries, { shopId: shop.id, kind, key }, clock.now())
    return {}
  },
})
