import { renameOrganisation as rename } from '@tillsight/database'
import { z } from 'zod'
import { type Context, defineVerb } from '../context/index.ts'
import { OrganisationName } from '../inputs/index.ts'

/** Gives the organisation another name. */
export const renameOrganisation = defineVerb({
  name: 'organisation.rename',
  needs: 'organisation:write',
  access: 'write',
  input: z.object({ name: OrganisationName }),
  output: z.object({ name: z.string() }),
  async run({ queries, organisation }: Context, { name }) {
    return { name: (await rename(queries, organisation, name)).name }
  },
})
