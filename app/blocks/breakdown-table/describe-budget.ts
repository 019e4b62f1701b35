import { dayText, type FigureFormat, printFigure, toNumber } from '../../format/index.ts'
import type { BudgetFacts } from './model.ts'

/** A budget in words: its amount, its utilisation, and a full sentence. */
export function describeBudget(budget: BudgetFacts, format: FigureFormat) {
  const { currency, per, sharedBy, endsOn } = budget
  const money = (value: string | null | undefined) => printFigure({ value, unit: 'money', currency }, format)
  const percent = (value: string | null | undefined) => printFigure({ value, unit: 'percent' }, format)
  const shared = sharedBy === null ? '' : `Shared: “${sharedBy}”.`
  const [amount, spent, share] = [money(budget.amount), money(budget.spent), percent(budget.share)]
  if (per === 'lifetime') {
    const until = endsOn ? ` until ${dayText(endsOn)}` : ''
    return {
      text: `${amount} in all`,
      note: shared ? 'shared budget' : `${share} spent`,
      share: toNumber(budget.share),
      long: `${spent} of ${amount}${until} spent. ${shared}`.trim(),
    }
  }
  return {
    text: `${amount} a day`,
    note: shared ? 'shared budget' : `${share} today, avg. ${percent(budget.averageShare)}`,
    share: toNumber(budget.share),
    long: `${spent} spent today, ${money(budget.average)} a day on average of the last 7 days; the budget is ${amount} a day. ${shared}`.trim(),
  }
}
