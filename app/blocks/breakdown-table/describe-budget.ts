import { dayText, type FigureFormat, printFigure, toNumber } from '../../format/index.ts'
import type { Say } from '../../language/index.ts'
import type { BudgetFacts } from './model.ts'

/** A budget in words: its amount, its utilisation, and a full sentence. `share` is a fraction; null where unknown. */
export function describeBudget(budget: BudgetFacts, format: FigureFormat, say: Say<BudgetWord>) {
  const { currency, per, sharedBy, endsOn } = budget
  const money = (value: string | null | undefined) => printFigure({ value, unit: 'money', currency }, format)
  const percent = (value: string | null | undefined) => printFigure({ value, unit: 'percent' }, format)
  const shared = sharedBy === null ? '' : say('budget.shared_by', { name: sharedBy })
  const [amount, spent, share] = [money(budget.amount), money(budget.spent), percent(budget.share)]
  if (per === 'lifetime') {
    const day = endsOn && dayText(endsOn, format.language)
    const whole = day
      ? say('budget.long_until', { spent, amount, day })
      : say('budget.long_lifetime', { spent, amount })
    return {
      text: say('budget.lifetime', { amount }),
      note: shared ? say('budget.shared') : say('budget.spent', { share }),
      share: toNumber(budget.share),
      long: `${whole} ${shared}`.trim(),
    }
  }
  const average = percent(budget.averageShare)
  return {
    text: say('budget.daily', { amount }),
    note: shared ? say('budget.shared') : say('budget.today', { share, average }),
    share: toNumber(budget.share),
    long: `${say('budget.long_daily', { spent, average: money(budget.average), amount })} ${shared}`.trim(),
  }
}

type BudgetWord = `budget.${'daily' | 'lifetime' | 'shared' | 'spent' | 'today' | 'shared_by'}` | BudgetSentence
type BudgetSentence = `budget.long_${'daily' | 'lifetime' | 'until'}`
