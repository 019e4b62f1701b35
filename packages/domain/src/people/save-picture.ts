import { createHash } from 'node:crypto'
import { saveAvatar } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type PersonContext } from '../context/index.ts'

const maximumBytes = 1_000_000

/** Sets the person's picture: WebP that we encoded ourselves, never the bytes somebody sent. */
export const savePicture = defineVerb({
  name: 'picture.save',
  needs: 'self',
  access: 'write',
  input: z.object({
    image: z
      .instanceof(Uint8Array)
      .refine(({ length }) => length > 0 && length <= maximumBytes, 'This picture is too large, or there is none.'),
  }),
  output: z.object({ fingerprint: z.string() }),
  async run({ queries, person }: PersonContext, { image }) {
    const fingerprint = createHash('sha256').update(image).digest('base64url').slice(0, 16)
    await saveAvatar(queries, { personId: person, image: Buffer.from(image), fingerprint })
    return { fingerprint }
  },
})
