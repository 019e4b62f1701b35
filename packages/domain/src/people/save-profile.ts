import { updatePerson } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type PersonContext } from '../context/index.ts'
import { SaveProfileInput } from '../inputs/index.ts'

/** Changes name, language and zone. */
export const saveProfile = defineVerb({
  name: 'profile.save',
  needs: 'self',
  access: 'write',
  input: SaveProfileInput,
  output: z.object({}),
  async run({ queries, person }: PersonContext, { zone, ...profile }) {
    await updatePerson(queries, person, { ...profile, zone: zone === '' ? null : zone })
    return {}
  },
})
