import type { AttributionQuestionInput } from '@tillsight/domain'
import type { SearchState } from '../../search/index.ts'
import type { ShopServices } from '../../services.ts'
import { type CreditChoice, chooseCredit, storedModel, toRules, usualOf } from './credit-choice.ts'

/** What knows how a shop gives credit. */
export type CreditRulesSource = Pick<ShopServices, 'run' | 'may'>

interface Asked {
  readonly services: CreditRulesSource
  readonly state: SearchState
  /** What the person prefers on the shop. */
  readonly preference: Readonly<Record<string, unknown>>
}

/** How credit is given at an address. */
export async function loadChoice({ services, state, preference }: Asked): Promise<CreditChoice> {
  const { rules } = await loadRules(services)
  return chooseCredit(state.credit, withOwnModel(rules, preference))
}

/** The model that somebody chose last stands before the shop's. */
export function withOwnModel(rules: CreditChoice, preference: Asked['preference']): CreditChoice {
  return { ...rules, model: storedModel(preference) ?? rules.model }
}

/** How the shop gives credit unless an address says otherwise, and whether the person may change that. */
export async function loadRules(
  services: CreditRulesSource,
): Promise<{ readonly rules: CreditChoice; readonly mayChange: boolean }> {
  const { settings } = await services.run('tracking.settings')
  return { rules: usualOf(settings.attribution), mayChange: services.may.changeTracking }
}

/** How credit is given, in the words of the question. */
export function choiceInput(choice: CreditChoice) {
  const rules = toRules(choice)
  return {
    model: rules.model,
    click_window_days: rules.clickWindowDays,
    view_window_days: rules.viewWindowDays,
    direct_policy: rules.directPolicy,
    journey_scope: rules.journeyScope,
    half_life_days: rules.halfLifeDays,
    date: choice.dates,
    refund_basis: choice.refunds === 'own' ? 'refund_date' : 'order_date',
    value: rules.value,
    customers: choice.buyers,
  } as const satisfies Omit<AttributionQuestionInput, 'from' | 'to'>
}
