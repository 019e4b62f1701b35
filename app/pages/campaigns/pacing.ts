import { addDecimals, divideDecimals } from '@tillsight/core'

/** A budget in its account's currency, exact. */
export interface Budget {
  readonly amount: string
  readonly per: 'day' | 'lifetime'
  readonly sharedBy: string | null
}

/** Spend in the same currency; null where unknown. */
export interface SpentOfBudget {
  readonly today: string | null
  /** Over the seven whole days before today. */
  readonly lastWeek: string | null
  /** Over the entity's lifetime. */
  readonly ever: string | null
}

/** Budget utilisation. Shares are fractions as decimal text. */
export type Pacing =
  | {
      readonly per: 'day'
      readonly spent: string | null
      /** Null for a shared budget: the spend of one entity says nothing about it. */
      readonly share: string | null
      readonly average: string | null
      readonly averageShare: string | null
    }
  | { readonly per: 'lifetime'; readonly spent: string | null; readonly share: string | null }

const shareDecimals = 6

/** Calculates budget utilisation; exact to the last digit kept. */
export function pace(budget: Budget, { today, lastWeek, ever }: SpentOfBudget): Pacing {
  const shareOf = (spent: string | null, of = budget.amount) =>
    spent === null || budget.sharedBy !== null ? null : divideDecimals(spent, of, shareDecimals)
  if (budget.per === 'lifetime') return { per: 'lifetime', spent: ever, share: shareOf(ever) }
  return {
    per: 'day',
    spent: today,
    share: shareOf(today),
    average: lastWeek === null ? null : divideDecimals(lastWeek, '7', shareDecimals),
    averageShare: shareOf(lastWeek, addDecimals(Array<string>(7).fill(budget.amount))),
  }
}
