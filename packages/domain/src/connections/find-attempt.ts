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
  output: z
    .object({
      connector: z.string(),
      begunAt: z.iso.datetime(),
      /** The platform has sent its keys; the browser that began has not come back, and nothing is read before. */
      keysWait: z.boolean(),
    })
    .nullable(),
  async run({ queries, shop, clock }: ConnectionContext) {
    const pending = await findOpenConnect(queries, shop.id, clock.now())
    if (!pending) return null
    const { connector, expiresAt, grantedEncrypted } = pending
    const begunAt = new Date(expiresAt.getTime() - validForMs).toISOString()
    return { connector, begunAt, keysWait: grantedEncrypted !== null }
  },
})
