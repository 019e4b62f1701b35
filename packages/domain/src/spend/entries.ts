import { AppError, isAppError } from '@tillsight/core'
import { addDays, dayOf } from '@tillsight/core/days'
import {
  type CustomSpendRow,
  changeCustomSpend,
  createCustomSpend,
  type Db,
  listCustomSpend,
  listCustomSpendImports,
  markCustomSpendRemoved,
  type NewCustomSpend,
} from '@tillsight/database'
import { z } from 'zod'
import { changesBetween, recordAudit } from '../audit/index.ts'
import { asOnlyWriter, defineVerb, type ShopContext, type WriteContext } from '../context/index.ts'
import { personOf, readOwnSpend, readSharesSpent, SpendEntry, toSpendEntry } from './entry.ts'
import { type FieldContext, readSpendFields, type SpendField } from './fields.ts'
import { listShareBases, shareBaseText } from './shares.ts'
import { writeUnwritten } from './write-days.ts'

/** Limit per shop; a channel with more entries needs a connector. */
export const mostSpendEntries = 5_000

const Typed = z.string().max(5_000).optional()
const TypedFields = z.object({
  channel: Typed,
  campaign: Typed,
  name: Typed,
  firstDay: Typed,
  lastDay: Typed,
  amount: Typed,
  percentOf: Typed,
  currency: Typed,
  repeats: Typed,
  countsAs: Typed,
  note: Typed,
} satisfies Record<SpendField, typeof Typed>)

/**
 * Adds an entry of custom spend, or changes the named one, and writes its days to the facts. Takes texts as people enter them. Throws
 * `invalid_input` with a message per field in `details`, `not_found`, `limit_reached`.
 */
export const saveSpend = defineVerb({
  name: 'spend.save',
  needs: 'spend:write',
  access: 'work',
  input: TypedFields.extend({ entry: z.string().optional() }),
  output: SpendEntry,
  async run(ctx: ShopContext, { entry: id, ...typed }) {
    const saved = await asOnlyWriter(ctx, async (fresh) => {
      const own = { shopId: fresh.shop.id, personId: personOf(ctx) }
      const others = await listCustomSpend(fresh.db.kysely, fresh.shop.id)
      const { fields, problems } = readSpendFields(typed, fieldContextOf(fresh, others, id))
      const [first] = problems
      if (first)
        throw new AppError('invalid_input', 'Something in this entry is not right; it was not saved.', {
          details: Object.fromEntries(problems.map(({ field, problem, remedy }) => [field, `${problem} ${remedy}`])),
        })
      const before = id === undefined ? undefined : await readOwnSpend(fresh, id)
      await fresh.db.transaction(async (queries) => {
        if (before) await changeCustomSpend(queries, before.id, fields)
        else await addEntries(queries, [{ ...fields, ...own, importId: null }], others)
        const changes = changesBetween(
          before ? Object.fromEntries(Object.entries(before).filter(([name]) => name in fields)) : {},
          fields,
        )
        const target = { kind: 'spend', id: before?.id ?? '', name: fields.channel }
        await recordAudit({ ...ctx, queries }, { action: 'spend.save', target, changes })
      })
      await writeOrLeave(fresh)
      const after = await listCustomSpend(fresh.db.kysely, fresh.shop.id)
      const known = new Set(others.map((other) => other.id))
      return after.find((row) => (id === undefined ? !known.has(row.id) : row.id === id))
    })
    if (!saved)
      throw new AppError(
        'conflict',
        'Somebody removed this entry while it was being saved. Add it again if it is still wanted.',
      )
    const today = dayOf(ctx.clock.now(), ctx.shop.zone)
    return toSpendEntry(saved, today, await readSharesSpent(ctx, [saved], today))
  },
})

/** Context for parsing entered texts; the entry being changed does not determine its channel's spelling. */
export function fieldContextOf(
  { shop, clock }: Pick<WriteContext, 'shop' | 'clock'>,
  entries: readonly CustomSpendRow[],
  changed?: string,
): FieldContext {
  const channels = entries.filter(({ id }) => id !== changed).map(({ channel }) => channel)
  return { today: dayOf(clock.now(), shop.zone), currency: shop.currency, channels: [...new Set(channels)] }
}

/** Throws `limit_reached` when there would be too many. */
export async function addEntries(
  db: Db,
  entries: readonly NewCustomSpend[],
  others: readonly CustomSpendRow[],
): Promise<void> {
  if (others.length + entries.length > mostSpendEntries)
    throw new AppError(
      'limit_reached',
      `A shop has ${mostSpendEntries.toLocaleString('en')} entries at most, and this would make ${(others.length + entries.length).toLocaleString('en')}. Sum up what belongs together, or delete what is not needed.`,
    )
  await createCustomSpend(db, entries)
}

/** If the warehouse does not respond, the entry stays saved and a job writes its days later. */
export async function writeOrLeave(ctx: WriteContext): Promise<void> {
  try {
    await writeUnwritten(ctx)
  } catch (error) {
    if (!isAppError(error) || error.code !== 'unavailable') throw error
    ctx.log.warn({ shop: ctx.shop.id, err: error }, 'custom spend is saved and not among the figures yet')
  }
}

const mostImports = 20

/** An imported file of custom spend. */
export const SpendImport = z.object({
  id: z.string(),
  fileName: z.string(),
  /** How many entries it added, and how many of them still exist. */
  entries: z.number(),
  left: z.number(),
  /** Null if not imported in the browser, or if the person was deleted. */
  by: z.string().nullable(),
  at: z.iso.datetime(),
  undoneAt: z.iso.datetime().nullable(),
})
export type SpendImport = z.infer<typeof SpendImport>

/** All entries of custom spend, latest first, and the latest files. */
export const SpendList = z.object({
  entries: z.array(SpendEntry),
  imports: z.array(SpendImport),
  /** What an entry can be a percentage of. */
  figures: z.array(z.object({ value: z.string(), label: z.string() })),
})
export type SpendList = z.infer<typeof SpendList>

/** Lists the shop's entries of custom spend. */
export const listSpend = defineVerb({
  name: 'spend.list',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({}),
  output: SpendList,
  async run({ queries, shop, clock, warehouse }: ShopContext): Promise<SpendList> {
    const today = dayOf(clock.now(), shop.zone)
    const rows = await listCustomSpend(queries, shop.id)
    const files = await listCustomSpendImports(queries, shop.id, mostImports)
    const shares = await readSharesSpent({ warehouse }, rows, today)
    const figures = listShareBases(rows.map(({ channel }) => channel))
    return {
      figures: figures.map((value) => ({ value, label: shareBaseText(value) })),
      entries: rows.map((row) => toSpendEntry(row, today, shares)),
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

/**
 * Deletes an entry of custom spend and removes its days from the figures; or ends one that comes again with the shop's yesterday, and
 * what it was stays. Throws `not_found`, and `invalid_input` where there is nothing to end.
 */
export const removeSpend = defineVerb({
  name: 'spend.remove',
  needs: 'spend:write',
  access: 'work',
  input: z.object({ entry: z.string(), from: z.enum(['today', 'ever']).default('ever') }),
  output: z.object({}),
  async run(ctx: ShopContext, { entry, from }) {
    await asOnlyWriter(ctx, async (fresh) => {
      const row = await readOwnSpend(fresh, entry)
      await fresh.db.transaction(async (queries) => {
        if (from === 'ever' || !hasBegun(row, fresh)) await markCustomSpendRemoved(queries, [row.id], fresh.clock.now())
        else await endBeforeToday({ ...fresh, queries }, row)
        const target = { kind: 'spend', id: row.id, name: row.channel }
        await recordAudit({ ...ctx, queries }, { action: 'spend.remove', target })
      })
      await writeOrLeave(fresh)
    })
    return {}
  },
})

type Now = Pick<WriteContext, 'db' | 'shop' | 'clock'>

function hasBegun({ firstDay }: CustomSpendRow, { shop, clock }: Now): boolean {
  return firstDay < dayOf(clock.now(), shop.zone)
}

async function endBeforeToday(
  { queries, shop, clock }: Pick<Now, 'shop' | 'clock'> & { readonly queries: Db },
  { id, repeats, lastDay }: CustomSpendRow,
): Promise<void> {
  if (repeats === 'never')
    throw new AppError('invalid_input', 'This was spent once: there is nothing to end. Delete it, or change its days.')
  const yesterday = addDays(dayOf(clock.now(), shop.zone), -1)
  if (lastDay === null || lastDay > yesterday) await changeCustomSpend(queries, id, { lastDay: yesterday })
}
