import { AppError, toPersonId } from '@tillsight/core'
import { readOrganisation, readPerson, setFactorFrom } from '@tillsight/database'
import { z } from 'zod'
import { changesBetween, recordAudit } from '../audit/index.ts'
import { defineVerb } from '../context/index.ts'
import { type MemberContext, tellMembers } from './letters.ts'
import { lockMembersFor } from './locked-members.ts'

const noticeMs = 7 * 24 * 3_600_000

/**
 * Has everybody use a second factor, seven days from now, and mails those who have none; or no longer. Throws `conflict` for
 * somebody who has none themselves: they would close the organisation to themselves.
 */
export const requireFactor = defineVerb({
  name: 'organisation.require_factor',
  needs: 'members:write',
  access: 'write',
  input: z.object({ required: z.boolean() }),
  output: z.object({ factorFrom: z.iso.datetime().nullable() }),
  async run(ctx: MemberContext, { required }) {
    const { actor, queries, organisation, clock } = ctx
    await lockMembersFor(ctx, 'organisation.require_factor')
    const { factorFrom: before } = await readOrganisation(queries, organisation)
    if (!required) {
      await setFactorFrom(queries, organisation, null)
      if (before !== null) await recordRule(ctx, before, null)
      return { factorFrom: null }
    }
    // Asking again does not move the day.
    if (before !== null) return { factorFrom: before.toISOString() }
    if (actor.kind === 'person' && !(await readPerson(queries, toPersonId(actor.id))).hasFactor) {
      throw new AppError(
        'conflict',
        'Your own account has no two-step verification, so you would close the organisation to yourself. Set it up at Account > Security first.',
      )
    }
    const from = new Date(clock.now().getTime() + noticeMs)
    await setFactorFrom(queries, organisation, from)
    await recordRule(ctx, null, from)
    await tellMembers(ctx, { kind: 'factor', at: from, person: '' }, ({ hasFactor }) => !hasFactor)
    return { factorFrom: from.toISOString() }
  },
})

async function recordRule(ctx: MemberContext, before: Date | null, after: Date | null): Promise<void> {
  const { name } = await readOrganisation(ctx.queries, ctx.organisation)
  await recordAudit(ctx, {
    action: 'organisation.require_factor',
    target: { kind: 'organisation', id: ctx.organisation, name },
    changes: changesBetween({ from: before?.toISOString() ?? null }, { from: after?.toISOString() ?? null }),
  })
}
