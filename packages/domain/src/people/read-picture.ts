import { findAvatar } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type PersonContext } from '../context/index.ts'

/** The person's picture, WebP; null when there is none. */
export const readPicture = defineVerb({
  name: 'picture.read',
  needs: 'self',
  access: 'read',
  input: z.object({}),
  output: z.object({ image: z.instanceof(Uint8Array), fingerprint: z.string() }).nullable(),
  async run({ queries, person }: PersonContext) {
    const row = await findAvatar(queries, person)
    return row ? { image: new Uint8Array(row.image), fingerprint: row.fingerprint } : null
  },
})
