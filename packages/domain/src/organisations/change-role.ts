import { toPersonId } from '@tillsight/core'
import { updateMembership } from '@tillsight/database'
import { z } from 'zod'
import { type Context, defineVerb } from '../context/index.ts'
import { RoleInput } from '../inputs/index.ts'
import { assertOwnerRemains, lockMembersFor, memberOf } from './members.ts'

/** Gives a member another role; an owner sees all shops. Throws `conflict` when nobody would be owner any more. */
export const changeRole = defineVerb({
  name: 'member.change_role',
  needs: 'members:write',
  access: 'write',
  input: z.object({ person: z.string().transform(toPersonId), role: RoleInput }),
  output: z.object({}),
  async run(ctx: Context, { person, role }) {
    const members = await lockMembersFor(ctx, 'member.change_role')
    const member = memberOf(members, person)
    if (role !== 'owner') assertOwnerRemains(members, member)
    await updateMembership(ctx.queries, member, { role, shopIds: role === 'owner' ? null : member.shopIds })
    return {}
  },
})
