import { markCustomSpendRemoved } from '@tillsight/database'
import { z } from 'zod'
import { asOnlyWriter, defineVerb, type ShopContext } from '../context/index.ts'
import { readOwnSpend } from './entry.ts'
import { writeOrLeave } from './save-spend.ts'

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
