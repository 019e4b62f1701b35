import { AppError } from '@tillsight/core'
import { revokeInvitations } from '@tillsight/database'
import { z } from 'zod'
import { type Context, defineVerb } from '../context/index.ts'
import { lockMembersFor } from './members.ts'

/** Takes an invitation back. Throws `not_found` for one that is gone, used or another organisation's. */
export const revokeInvitation = defineVerb({
  name: 'member.revoke_invitation',
  needs: 'members:write',
  access: 'write',
  input: z.object({ invitation: z.uuid() }),
  output: z.object({}),
  async run(ctx: Context, { invitation }) {
    const { organisation, queries, clock } = ctx
    await lockMembersFor(ctx, 'member.revoke_invitation')
    if ((await revokeInvitations(queries, { organisation, id: invitation }, clock.now())) > 0) return {}
    throw new AppError('not_found', 'This invitation is not open any more: it was accepted or taken back.')
  },
})
