import { toPersonId } from '@tillsight/core'
import { deleteMembership } from '@tillsight/database'
import { z } from 'zod'
import { type Context, defineVerb } from '../context/index.ts'
import { assertOwnerRemains, lockMembersFor, memberOf } from './members.ts'

/** Ends somebody's membership. Throws `conflict` when nobody would be owner any more. */
export const removeMember = defineVerb({
  name: 'member.remove',
  needs: 'members:write',
  access: 'write',
  input: z.object({ person: z.string().transform(toPersonId) }),
  output: z.object({}),
  async run(ctx: Context, { person }) {
    const members = await lockMembersFor(ctx, 'member.remove')
    const member = memberOf(members, person)
    assertOwnerRemains(members, member)
    await deleteMembership(ctx.queries, member)
    return {}
  },
})
