import { addDays, type Day, dayOf } from '@tillsight/core/days'
import { reportHealthIssue, resolveHealthIssue } from '@tillsight/database'
import type { ShopContext } from '../context/index.ts'
import { type RateNeed, readRateNeeds } from './rate-needs.ts'
import { baseCurrency } from './rates.ts'

/** Four days without a bank are the longest row of holidays; the next day something is wrong. */
const oldAfterDays = 5

/** Whether the last rate is older than holidays explain. */
export function isOld(lastDay: string | null, today: Day): boolean {
  return lastDay === null || lastDay < addDays(today, -oldAfterDays)
}

/** Notes which rates the shop lacks, or that they are old; closes that when they are there. Returns what the shop needs. */
export async function lookAtRates(
  ctx: Pick<ShopContext, 'shop' | 'db' | 'warehouse' | 'clock'>,
  { problem, isOff }: { readonly problem: string | null; readonly isOff: boolean },
): Promise<RateNeed[]> {
  const { shop, db, clock } = ctx
  const needs = await readRateNeeds(ctx)
  const key = { shopId: shop.id, kind: 'missing_rates', key: 'rates' }
  const at = clock.now()
  const what = describeLack(needs, dayOf(at, shop.zone))
  if (what === undefined) await resolveHealthIssue(db.kysely, key, at)
  else {
    const detail = { ...what, reason: problem ?? '', source: isOff ? 'off' : 'on' }
    await reportHealthIssue(db.kysely, { ...key, at, detail })
  }
  return needs
}

interface Lack {
  readonly currencies: string
  readonly days: number
  readonly first: string
  readonly last: string
  readonly lastDay: string
}

function describeLack(needs: readonly RateNeed[], today: Day): Lack | undefined {
  const missing = needs.flatMap(({ currency, uses }) =>
    uses.filter((use) => use.missingDays > 0).map((use) => ({ ...use, currency })),
  )
  const old = needs.filter(({ currency, lastDay, uses }) => {
    const isGoingOn = uses.some(({ to, what }) => what === 'display' || to >= addDays(today, -oldAfterDays))
    return currency !== baseCurrency && isGoingOn && isOld(lastDay, today)
  })
  const currencies = [...new Set([...missing, ...old].map(({ currency }) => currency))].sort()
  if (currencies.length === 0) return undefined
  const firsts = missing.flatMap(({ firstMissing }) => firstMissing ?? []).toSorted()
  const lasts = missing.flatMap(({ lastMissing }) => lastMissing ?? []).toSorted()
  const lastDays = old.map(({ lastDay }) => lastDay ?? '').toSorted()
  return {
    currencies: currencies.join(', '),
    days: Math.max(0, ...missing.map(({ missingDays }) => missingDays)),
    first: firsts[0] ?? '',
    last: lasts.at(-1) ?? '',
    lastDay: lastDays[0] ?? '',
  }
}
