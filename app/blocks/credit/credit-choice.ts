import type { TrackingSettings } from '@tillsight/domain'
import {
  type CreditPatch,
  type CreditState,
  clickWindows,
  type SearchPatch,
  type SearchState,
  viewWindows,
  withSearch,
} from '../../search/index.ts'
import { creditModel } from './credit-models.ts'

/** How credit is given, everything filled in. */
export type CreditChoice = { readonly [Key in keyof CreditState]: NonNullable<CreditState[Key]> }

/** What applies where neither an address nor the shop says otherwise. */
export const usualChoice: CreditChoice = {
  model: 'last_non_direct',
  clicks: '28',
  views: '1',
  dates: 'order',
  refunds: 'order',
  value: 'orders',
  buyers: 'all',
  direct: 'include',
  scope: 'window',
  half: '7',
}

/** What applies in a shop unless an address says otherwise. */
export function usualOf(rules: TrackingSettings['attribution']): CreditChoice {
  const clicks = rules.clickWindowDays === null ? 'ever' : String(rules.clickWindowDays)
  return {
    ...usualChoice,
    model: creditModel(rules.model) ? rules.model : usualChoice.model,
    clicks: clickWindows.find((days) => days === clicks) ?? usualChoice.clicks,
    views: viewWindows.find((days) => days === String(rules.viewWindowDays)) ?? usualChoice.views,
    value: rules.value === 'goods' ? 'goods' : 'orders',
    direct: rules.directPolicy === 'exclude_unless_only' ? 'drop' : 'include',
    scope: rules.journeyScope === 'since_previous_order' ? 'order' : 'window',
    half: String(rules.halfLifeDays),
  }
}

/** The same, as the shop keeps it; days of credit and customers are a matter of looking, not of the shop's rules. */
export function toRules(choice: CreditChoice) {
  return {
    // Holds because a choice names none but models that there are.
    model: choice.model as TrackingSettings['attribution']['model'],
    clickWindowDays: clickDays[choice.clicks],
    viewWindowDays: viewDays[choice.views],
    value: choice.value === 'goods' ? 'goods' : 'orderRevenue',
    directPolicy: choice.direct === 'drop' ? 'exclude_unless_only' : 'include',
    journeyScope: choice.scope === 'order' ? 'since_previous_order' : 'window',
    halfLifeDays: Number(choice.half),
  } as const
}

const clickDays = { '1': 1, '7': 7, '14': 14, '28': 28, '30': 30, '60': 60, '90': 90, ever: null } as const
const viewDays = { '0': 0, '1': 1, '7': 7 } as const

/** What the address says, and what is usual where it says nothing. */
export function chooseCredit(said: CreditState, usual: CreditChoice = usualChoice): CreditChoice {
  const known = said.model !== undefined && creditModel(said.model) ? said : { ...said, model: undefined }
  const told = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
  return { ...usual, ...told }
}

/** The query after a choice about credit. What was said stays written out, whatever is usual: a link is to last. */
export function creditSearch(state: SearchState, patch: CreditPatch, others: SearchPatch = {}): string {
  return withSearch(state, { ...others, credit: { ...state.credit, ...patch } })
}

/** How many of the settings differ from the usual ones; model and windows have controls of their own. */
export function countSettings(choice: CreditChoice, usual: CreditChoice): number {
  const settings = ['dates', 'refunds', 'value', 'buyers', 'direct', 'scope', 'half'] as const
  return settings.filter((key) => choice[key] !== usual[key]).length
}

/** Whether a choice gives credit by other rules than the usual ones, whichever days and customers it looks at. */
export function hasOtherRules(choice: CreditChoice, usual: CreditChoice): boolean {
  const rules = ['model', 'clicks', 'views', 'value', 'direct', 'scope', 'half'] as const
  return rules.some((key) => choice[key] !== usual[key])
}

/** `28-day click, 1-day view`. */
export function windowText({ clicks, views }: Pick<CreditChoice, 'clicks' | 'views'>): string {
  const click = clicks === 'ever' ? 'any click' : `${clicks}-day click`
  return views === '0' ? `${click}, no views` : `${click}, ${views}-day view`
}

/** The model that somebody chose last, wherever it is in their preference. */
export function storedModel(preference: Readonly<Record<string, unknown>>): string | undefined {
  const { attributions } = preference
  if (typeof attributions !== 'object' || attributions === null || !('model' in attributions)) return undefined
  const { model } = attributions
  return typeof model === 'string' && creditModel(model) ? model : undefined
}
