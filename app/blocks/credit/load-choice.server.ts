import type { AttributionQueryInput } from '@tillsight/domain'
import type { SearchState } from '../../search/index.ts'
import type { ShopServices } from '../../services.ts'
import { type CreditChoice, chooseCredit, storedModel, toRules, usualOf } from './credit-choice.ts'

/** Reads the shop's attribution rules. */
export type CreditRulesSource = Pick<ShopServices, 'run' | 'may'>

interface Params {
  readonly services: CreditRulesSource
  readonly state: SearchState
  /** The person's preference for the shop. */
  readonly preference: Readonly<Record<string, unknown>>
}

/** The attribution settings of an address. */
export async function loadChoice({ services, state, preference }: Params): Promise<CreditChoice> {
  const { rules } = await loadRules(services)
  return chooseCredit(state.credit, withOwnModel(rules, preference))
}

/** The rules with the person's own last model, which takes precedence over the shop's. */
export function withOwnModel(rules: CreditChoice, preference: Params['preference']): CreditChoice {
  return { ...rules, model: storedModel(preference) ?? rules.model }
}

/** The shop's default attribution settings, and whether the person may change them. */
export async function loadRules(
  services: CreditRulesSource,
): Promise<{ readonly rules: CreditChoice; readonly mayChange: boolean }> {
  const { settings } = await services.run('tracking.settings')
  return { rules: usualOf(settings.attribution), mayChange: services.may.changeTracking }
}

/** Attribution settings as parameters of a query. */
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
  } as const satisfies Omit<AttributionQueryInput, 'from' | 'to'>
}
