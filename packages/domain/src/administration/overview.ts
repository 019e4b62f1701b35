import { findBackupRun, listJobKinds } from '@tillsight/database'
import { z } from 'zod'
import { type AdminContext, adminVerb, MachineState } from './context.ts'

/** Hours after which a backup is old. */
const oldAfterHours = 48

/** How the installation is: what a person on call looks at first. */
export const getOverview = adminVerb({
  name: 'admin.overview',
  access: 'read',
  input: z.object({}),
  output: MachineState.extend({
    now: z.iso.datetime(),
    queue: z.object({
      /** Jobs that wait or run. */
      depth: z.number(),
      running: z.number(),
      failed: z.number(),
      /** Since when the oldest job is due that nobody has begun; null: none is. */
      oldestDue: z.iso.datetime().nullable(),
    }),
    backup: z
      .object({ createdAt: z.iso.datetime(), version: z.string(), bytes: z.number(), isOld: z.boolean() })
      .nullable(),
  }),
  async run({ queries, clock, installation }: AdminContext) {
    const now = clock.now()
    const [machine, kinds, backup] = await Promise.all([
      installation.machine(),
      listJobKinds(queries, now),
      findBackupRun(queries),
    ])
    const sum = (count: (kind: (typeof kinds)[number]) => number) => kinds.reduce((all, kind) => all + count(kind), 0)
    const due = kinds.flatMap(({ oldestDue }) => (oldestDue ? [oldestDue.getTime()] : []))
    return {
      ...machine,
      now: now.toISOString(),
      queue: {
        depth: sum(({ waiting, retrying, running }) => waiting + retrying + running),
        running: sum(({ running }) => running),
        failed: sum(({ failed }) => failed),
        oldestDue: due.length === 0 ? null : new Date(Math.min(...due)).toISOString(),
      },
      backup: backup
        ? {
            createdAt: backup.createdAt.toISOString(),
            version: backup.version,
            bytes: backup.bytes,
            isOld: now.getTime() - backup.createdAt.getTime() > oldAfterHours * 3_600_000,
          }
        : null,
    }
  },
})
