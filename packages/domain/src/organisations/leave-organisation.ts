import { toOrganisationId } from '@tillsight/core'
import { deleteMembership } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type PersonContext } from '../context/index.ts'
import { assertOwnerRemains, lockOwnMembership, memberOf } from './members.ts'

/** Ends the person's own membership, whatever their role. Throws `conflict` for the only owner. */
export const leaveOrganisation = defineVerb({
  name: 'organisation.leave',
  needs: 'self',
  access: 'write',
  input: z.object({ organisation: z.string().transform(toOrganisationId) }),
  output: z.object({}),
  async run({ queries, person }: PersonContext, { organisation }) {
    const members = await lockOwnMembership(queries, { person, organisation })
    const own = memberOf(members, person)
    assertOwnerRemains(members, own)
    await deleteMembership(queries, own)
    return {}
  },
})
