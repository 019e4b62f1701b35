import { findOpenConnect } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { validForMs } from './pending-connect.ts'
import type { ConnectionContext } from './services.ts'

/** The newest attempt to connect that left for a platform and has not come back; null when there is none. */
export const findAttempt = defineVerb({
  name: 'connection.attempt',
  needs: 'connections:read',
  access: 'read',
  input: z.object({}),
  output: z.object({ connector: z.string(), begunAt: z.iso.datetime() }).nullable(),
  async run({ queries, shop, clock }: ConnectionContext) {
    const pending = await findOpenConnect(queries, shop.id, clock.now())
    if (!pending) return null
    const { connector, expiresAt } = pending
    return { connector, begunAt: new Date(expiresAt.getTime() - validForMs).toISOString() }
  },
})
