import type { BudgetFacts, BudgetModel } from '../../blocks/breakdown-table/model.ts'
import { dayText, type FigureFormat, printFigure, toNumber } from '../../format/index.ts'
import type { Say } from '../../language/messages.ts'

/** A budget in words: its amount, its utilisation, and a full sentence. */
export function describeBudget(budget: BudgetFacts, format: FigureFormat, say: Say<BudgetWord>): BudgetModel {
  const { currency, per, sharedBy, endsOn } = budget
  const money = (value: string | null | undefined) => printFigure({ value, unit: 'money', currency }, format)
  const percent = (value: string | null | undefined) => printFigure({ value, unit: 'percent' }, format)
  const shared = sharedBy === null ? '' : say('printed.budget.shared_by', { name: sharedBy })
  const [amount, spent, share] = [money(budget.amount), money(budget.spent), percent(budget.share)]
  if (per === 'lifetime') {
    const day = endsOn && dayText(endsOn, format.language)
    const whole = day
      ? say('printed.budget.long_until', { spent, amount, day })
      : say('printed.budget.long_lifetime', { spent, amount })
    return {
      text: say('printed.budget.lifetime', { amount }),
      note: shared ? say('printed.budget.shared') : say('printed.budget.spent', { share }),
      share: toNumber(budget.share),
      long: `${whole} ${shared}`.trim(),
    }
  }
  const average = percent(budget.averageShare)
  return {
    text: say('printed.budget.daily', { amount }),
    note: shared ? say('printed.budget.shared') : say('printed.budget.today', { share, average }),
    share: toNumber(budget.share),
    long: `${say('printed.budget.long_daily', { spent, average: money(budget.average), amount })} ${shared}`.trim(),
  }
}

type BudgetWord = `printed.budget.${'daily' | 'lifetime' | 'shared' | 'spent' | 'today' | 'shared_by'}` | BudgetSentence
type BudgetSentence = `printed.budget.long_${'daily' | 'lifetime' | 'until'}`
