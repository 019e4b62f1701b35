import { readOrganisation, setAuditDays } from '@tillsight/database'
import { z } from 'zod'
import { type Context, defineVerb, permissionsOf } from '../context/index.ts'
import { changesBetween } from './entry.ts'
import { recordAudit } from './record.ts'

/** For how many days entries are kept unless an owner chose otherwise. */
export const usualAuditDays = 400
/** Long enough for what was done to be noticed before it is forgotten. */
const fewestDays = 90
/** Ten years. */
const mostDays = 3650

/** For how many days entries are kept. */
const Retention = z.object({ days: z.number().int().min(fewestDays).max(mostDays) })

/** For how many days entries of the log are kept, and whether whoever asks may change that. */
export const showRetention = defineVerb({
  name: 'audit.retention',
  needs: 'audit:read',
  access: 'read',
  input: z.object({}),
  output: z.object({ days: Retention.shape.days, mayChange: z.boolean() }),
  async run({ actor, queries, organisation }: Context) {
    const { auditDays: days } = await readOrganisation(queries, organisation)
    return { days, mayChange: permissionsOf(actor).includes('members:write') }
  },
})

/**
 * Changes for how many days entries of the log are kept. Older ones go in the following night. Only owners do that, and the log tells
 * of it.
 */
export const changeRetention = defineVerb({
  name: 'audit.change_retention',
  needs: 'members:write',
  access: 'write',
  input: Retention,
  output: Retention,
  async run(ctx: Context, { days }) {
    const { queries, organisation } = ctx
    const { name, auditDays: before } = await readOrganisation(queries, organisation)
    if (before === days) return { days }
    await setAuditDays(queries, organisation, days)
    await recordAudit(ctx, {
      action: 'audit.change_retention',
      target: { kind: 'organisation', id: organisation, name },
      changes: changesBetween({ days: before }, { days }),
    })
    return { days }
  },
})
