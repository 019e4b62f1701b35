import { hash } from 'node:crypto'
import { amountDecimals, printFixed } from '@tillsight/core'
import { addCreditMoveRows } from '@tillsight/database'
import { z } from 'zod'
import type { WriteContext } from '../../context/index.ts'
import { type CreditMove, moveCauses } from './credit-moves.ts'
import { type MoveRules, ToldRules } from './move-rules.ts'

/** From which channel to which credit moved, why, and under which rules; null is what is not tracked. */
export const MovedCredit = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  because: z.enum(moveCauses),
  rules: ToldRules,
})

/** What was moved by one derivation, which its version names. */
interface SavedMoves {
  readonly moves: readonly CreditMove[]
  readonly version: bigint
  readonly rules: MoveRules
}

/** Notes what moved. Several steps of one derivation add up to one entry for each day, cause and pair of channels. */
export async function saveMoves(ctx: WriteContext, { moves, version, rules }: SavedMoves): Promise<void> {
  const { db, shop, clock } = ctx
  const rows = moves.map(({ day, from, to, because, orders, amount }) => {
    const credit: z.infer<typeof MovedCredit> = { from: from || null, to: to || null, because, rules: rules.told }
    return {
      id: toUuid(hash('sha256', [shop.id, 'credit', version, day, because, from, to].join('\n'), 'hex')),
      shopId: shop.id,
      day,
      metric: 'credit',
      cause: 'credit_moved',
      amountAfter: printFixed(amount, amountDecimals),
      orders,
      credit,
      seenAt: clock.now(),
    }
  })
  await addCreditMoveRows(db.kysely, rows)
}

function toUuid(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
