import { dayOf } from '@tillsight/core/days'
import { listCustomSpend, listCustomSpendImports, markCustomSpendRemoved } from '@tillsight/database'
import { z } from 'zod'
import { asOnlyWriter, defineVerb, type ShopContext } from '../context/index.ts'
import { readOwnSpend, SpendEntry, toSpendEntry } from './entry.ts'
import { writeOrLeave } from './save-spend.ts'

const mostImports = 20

/** A file that entries came from. */
export const SpendImport = z.object({
  id: z.string(),
  fileName: z.string(),
  /** How many it brought, and how many of them are still there. */
  entries: z.number(),
  left: z.number(),
  /** Null: not in the browser, or somebody who is gone. */
  by: z.string().nullable(),
  at: z.iso.datetime(),
  undoneAt: z.iso.datetime().nullable(),
})
export type SpendImport = z.infer<typeof SpendImport>

/** Everything that was entered, the latest first, and the latest files. */
export const SpendList = z.object({ entries: z.array(SpendEntry), imports: z.array(SpendImport) })
export type SpendList = z.infer<typeof SpendList>

/** What the shop spends on channels without a connector. */
export const listSpend = defineVerb({
  name: 'spend.list',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({}),
  output: SpendList,
  async run({ queries, shop, clock }: ShopContext): Promise<SpendList> {
    const today = dayOf(clock.now(), shop.zone)
    const rows = await listCustomSpend(queries, shop.id)
    const files = await listCustomSpendImports(queries, shop.id, mostImports)
    return {
      entries: rows.map((row) => toSpendEntry(row, today)),
      imports: files.map(({ id, fileName, entries, left, personName, createdAt, undoneAt }) => ({
        id,
        fileName,
        entries,
        left,
        by: personName,
        at: createdAt.toISOString(),
        undoneAt: undoneAt?.toISOString() ?? null,
      })),
    }
  },
})

/** Deletes an entry and takes its days out of the figures. Throws `not_found`. */
export const removeSpend = defineVerb({
  name: 'spend.remove',
  needs: 'spend:write',
  access: 'work',
  input: z.object({ entry: z.string() }),
  output: z.object({}),
  async run(ctx: ShopContext, { entry }) {
    await asOnlyWriter(ctx, async (fresh) => {
      const { id } = await readOwnSpend(fresh, entry)
      await markCustomSpendRemoved(fresh.db.kysely, [id], fresh.clock.now())
      await writeOrLeave(fresh)
    })
    return {}
  },
})
