import { z } from 'zod'

/** What one import found and did; also what a preview would do. */
export const ImportReport = z.object({
  format: z.string(),
  fileName: z.string(),
  preview: z.boolean(),
  encoding: z.string(),
  rows: z.object({ read: z.number(), good: z.number(), leftOut: z.number() }),
  /** Groups of rows (mostly orders) that went in, and those that stayed out whole because of a row. */
  groups: z.object({ good: z.number(), leftOut: z.number() }),
  /** Records that were new or newer, known already, and older than what is known. */
  records: z.object({ stored: z.number(), unchanged: z.number(), outdated: z.number() }),
  /** The first problems in row order. */
  problems: z.array(
    z.object({ row: z.number(), field: z.string(), value: z.string(), problem: z.string(), remedy: z.string() }),
  ),
  problemCount: z.number(),
  warnings: z.array(z.string()),
  /** Left out by rule, no mistakes. */
  notes: z.array(z.object({ what: z.string(), count: z.number() })),
  /** Why the import ended early; null when it did not. */
  failure: z.string().nullable(),
})
export type ImportReport = z.infer<typeof ImportReport>
