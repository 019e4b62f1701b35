import { parseDay } from '@tillsight/core/days'
import { z } from 'zod'
import type { ConnectionContext } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import { DayComparison } from './model.ts'
import { reconcileShop } from './reconcile-shop.ts'

/** Days in shop time, both ends included. */
const Range = z
  .object({ from: z.string().transform(parseDay), to: z.string().transform(parseDay) })
  .refine(({ from, to }) => from <= to, { message: 'The first day is after the last one. Give the earlier day first.' })

/** Compares the shop's figures with its store's own report, now, and stores what was found. */
export const runReconciliation = defineVerb({
  name: 'reconciliation.run',
  needs: 'sync:run',
  access: 'work',
  input: Range,
  output: z.object({ label: z.string(), notes: z.array(z.string()), days: z.array(DayComparison) }),
  async run(ctx: ConnectionContext, range) {
    const { label, notes, days } = await reconcileShop(ctx, { range, signal: AbortSignal.timeout(patienceMs) })
    return { label, notes: [...notes], days: [...days] }
  },
})

/** A year of a large shop over a slow host. */
const patienceMs = 3 * 3_600_000
