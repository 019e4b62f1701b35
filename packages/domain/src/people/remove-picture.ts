import { deleteAvatar } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type PersonContext } from '../context/index.ts'

/** Removes the person's picture. */
export const removePicture = defineVerb({
  name: 'picture.remove',
  needs: 'self',
  access: 'write',
  input: z.object({}),
  output: z.object({}),
  async run({ queries, person }: PersonContext) {
    await deleteAvatar(queries, person)
    return {}
  },
})
