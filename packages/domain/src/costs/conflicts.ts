import { AppError } from '@tillsight/core'
import { type CostChangeSummary, findCostChange, type GoodsCostFields, listLaterCostChanges } from '@tillsight/database'
import { permissionsOf, type ShopContext } from '../context/index.ts'
import { closedDaysOf, type Step } from './steps.ts'

// What stands against a change of costs: what others changed meanwhile, and days that are closed.

/** Throws `conflict` if somebody changed the same entries or rules after the change that was seen; null: none was. */
export async function assertSeen(ctx: ShopContext, steps: readonly Step[], seen: string | null): Promise<void> {
  const [theirs] = (await laterThan(ctx, seen, steps)).toReversed()
  if (theirs === undefined) return
  const step = steps.find(({ kind, before }) => kind === 'goods' && before !== null)
  const both = step?.kind === 'goods' ? { now: costText(step.before), yours: costText(step.after) } : undefined
  const values = both ? ` It is ${both.now} now, and you entered ${both.yours}.` : ''
  throw new AppError(
    'conflict',
    `${theirs.personName ?? 'Somebody'} changed this meanwhile (${theirs.what}).${values} Look at it as it is now, and save again if yours is right.`,
    {
      details: {
        change: theirs.id,
        at: theirs.at.toISOString(),
        by: theirs.personName ?? '',
        what: theirs.what,
        ...both,
      },
    },
  )
}

function costText(entry: GoodsCostFields | null): string {
  if (entry === null) return 'nothing'
  if (entry.madeOf) return `made of ${entry.madeOf.length}`
  return entry.kind === 'percent' ? `${Number(entry.percent)} %` : `${Number(entry.amount)} ${entry.currency}`
}

/** Changes after one that touch the entries and rules of steps, the oldest first. */
function laterThan({ queries, shop }: ShopContext, after: string | null, steps: readonly Step[]) {
  const keys = steps.flatMap((step) => (step.kind === 'goods' ? [step.key] : []))
  const rules = steps.flatMap((step) => (step.kind === 'goods' ? [] : [step.id]))
  return listLaterCostChanges(queries, shop.id, { after, keys, rules })
}

/** The steps of a change that can be undone. Throws `not_found`, and `conflict` if it is undone or others build upon it. */
export async function readUndoable(ctx: ShopContext, id: string): Promise<{ readonly steps: readonly Step[] }> {
  const { queries, shop } = ctx
  const change = await findCostChange(queries, shop.id, id)
  if (change === undefined) throw new AppError('not_found', 'There is no such change of costs.')
  // Holds because steps are written with changes alone.
  const steps = change.steps as unknown as readonly Step[]
  const later = await laterThan(ctx, id, steps)
  const byId = new Map(later.map((other) => [other.id, other]))
  const isInForce = ({ undoneBy }: Pick<CostChangeSummary, 'undoneBy'>): boolean => {
    const undo = undoneBy === null ? undefined : byId.get(undoneBy)
    return undo === undefined ? undoneBy === null : !isInForce(undo)
  }
  if (!isInForce(change)) throw new AppError('conflict', 'This change is undone already.')
  // A later change and what undid it leave no trace.
  const between = later.find((other) => isInForce(other) && (other.undoes === null || !byId.has(other.undoes)))
  if (between) {
    throw new AppError(
      'conflict',
      `A later change touches the same entries (${between.what}, ${between.at.toISOString().slice(0, 10)}). Undo that one first.`,
      { details: { change: between.id } },
    )
  }
  return { steps }
}

/** Closed days take an owner and a reason. Throws `forbidden`, and `invalid_input` without a reason. */
export function assertOpen(
  ctx: ShopContext,
  { closed, from }: { readonly closed: boolean; readonly from: string | null },
  reason: string,
): void {
  if (!closed) return
  if (!permissionsOf(ctx.actor).includes('costs:close')) {
    throw new AppError(
      'forbidden',
      `This would change profit from ${from} on, and these days are closed. Choose a later day, or ask an owner to save it.`,
      { details: { needs: 'costs:close' } },
    )
  }
  if (reason === '') {
    throw new AppError('invalid_input', `This changes days that are closed, from ${from} on: say why.`, {
      details: { reason: 'Say why closed days change; the reason is kept with the change.' },
    })
  }
}

/** Which days are closed is an owner's to say: else everybody could open what they may not change. */
export function assertMayClose({ actor }: ShopContext, steps: readonly Step[]): void {
  const moved = steps.map(closedDaysOf).find((days) => days !== undefined)
  if (moved === undefined || permissionsOf(actor).includes('costs:close')) return
  throw new AppError(
    'forbidden',
    'Only an owner closes days and opens them again. Leave the last closed day as it is.',
    {
      details: { needs: 'costs:close' },
    },
  )
}
