import { installationLog, listInstallationEntries } from '@tillsight/database'
import { z } from 'zod'
import { AuditCheck, AuditEntry, verifyAudit } from '../audit/index.ts'
import { type AdminContext, adminVerb, ListInput, pageRows, partOf } from './context.ts'

const Stored = z
  .string()
  .transform((text, ctx): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      ctx.addIssue('no JSON')
      return z.NEVER
    }
  })
  .pipe(AuditEntry)

/** What administrators did, the newest first, and whether all of it is still as it was written. */
export const listInstallationLog = adminVerb({
  name: 'admin.activity',
  access: 'read',
  input: ListInput,
  output: z.object({
    items: z.array(AuditEntry.omit({ shop: true, changes: true }).extend({ reason: z.string().optional() })),
    check: AuditCheck,
    total: z.number(),
    pageRows: z.number(),
  }),
  async run({ db, queries }: AdminContext, input) {
    const [{ rows, total }, check] = await Promise.all([
      listInstallationEntries(queries, partOf(input)),
      verifyAudit(db, installationLog),
    ])
    return { items: rows.flatMap(({ body }) => toItem(body)), check, total, pageRows }
  },
})

/** None where somebody has changed the entry so that it cannot be read any more: the check tells of it. */
function toItem(body: string) {
  const { success, data } = Stored.safeParse(body)
  if (!success) return []
  const { changes = [], ...entry } = data
  const reason = changes.find(({ field }) => field === 'reason')?.after
  return [typeof reason === 'string' ? { ...entry, reason } : entry]
}
