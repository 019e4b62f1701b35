import type { RequestedModel, TrackingSettings } from '@tillsight/domain'
import {
  type CreditPatch,
  type CreditState,
  clickWindows,
  type SearchPatch,
  type SearchState,
  viewWindows,
  withSearch,
} from '../../search/index.ts'

// The attribution models, in words (attribution.md §9–§13).

/** How a model distributes the credit for an order. */
export type ModelFamily = 'one' | 'shared' | 'data' | 'evidence'

/** One model as people choose it. */
export interface CreditModel {
  readonly id: RequestedModel
  readonly name: string
  readonly family: ModelFamily
  /** One sentence, read after the name. */
  readonly about: string
}

/** Families in the order of the choice. */
export const families: Readonly<Record<ModelFamily, string>> = {
  one: 'All to one contact',
  shared: 'Shared by a rule',
  data: 'Shared by what journeys show',
  evidence: 'With more than clicks',
}

/** Every model there is, in the order of the choice. */
export const creditModels: readonly CreditModel[] = [
  {
    id: 'last_non_direct',
    name: 'Last non-direct click',
    family: 'one',
    about: 'The last contact that was not a direct visit gets the whole order. What most analytics suites show.',
  },
  {
    id: 'last_click',
    name: 'Last click',
    family: 'one',
    about: 'The last visit before the order gets all of it, direct visits too.',
  },
  {
    id: 'first_click',
    name: 'First click',
    family: 'one',
    about: 'The first visit within the window gets the whole order: who opened the way.',
  },
  {
    id: 'first_non_direct',
    name: 'First non-direct click',
    family: 'one',
    about: 'The first contact that was not a direct visit gets the whole order.',
  },
  {
    id: 'last_paid',
    name: 'Last paid click',
    family: 'one',
    about: 'The last paid contact gets the whole order. Orders without a paid one stay untracked.',
  },
  {
    id: 'linear_all',
    name: 'Linear',
    family: 'shared',
    about: 'Every contact before the order gets the same part of it.',
  },
  {
    id: 'linear_paid',
    name: 'Linear, paid only',
    family: 'shared',
    about: 'Every paid contact gets the same part. Orders without a paid one stay untracked.',
  },
  {
    id: 'upper_funnel_linear',
    name: 'Linear, low-intent channels excluded',
    family: 'shared',
    about: 'Direct, organic search, brand search, email and SMS get nothing beside others; the rest share alike.',
  },
  {
    id: 'time_decay',
    name: 'Time decay',
    family: 'shared',
    about: 'The nearer to the order, the larger the part: it halves with every half-life that lies between.',
  },
  {
    id: 'position_u',
    name: 'U-shaped 40/20/40',
    family: 'shared',
    about: '40% to the first contact, 40% to the last, and 20% to those between.',
  },
  {
    id: 'position_j',
    name: 'J-shaped 20/20/60',
    family: 'shared',
    about: '20% to the first contact, 60% to the last, and 20% to those between.',
  },
  {
    id: 'position_j_inverse',
    name: 'Inverse J 60/20/20',
    family: 'shared',
    about: '60% to the first contact, 20% to the last, and 20% to those between.',
  },
  {
    id: 'position_w',
    name: 'W-shaped 30/30/30/10',
    family: 'shared',
    about: '30% each to the first contact, the one at the middle of the way and the last; 10% to all others.',
  },
  {
    id: 'shapley',
    name: 'Shapley',
    family: 'data',
    about:
      'Every channel of the journey gets the same part, however often it was there: its fair share by game theory.',
  },
  {
    id: 'markov',
    name: 'Markov',
    family: 'data',
    about:
      'A contact weighs as much as would be lost without its channel, over all journeys, those without an order too.',
  },
  {
    id: 'clicks_and_views',
    name: 'Clicks and views',
    family: 'evidence',
    about:
      'Linear, with ad views that platforms tied to the person at a quarter of a click. Always 100% of each order.',
  },
  {
    id: 'survey_blend',
    name: 'With survey',
    family: 'evidence',
    about:
      'Half of an order goes to what its buyer answered in the survey, the rest is linear. Orders without an answer are linear altogether, so until buyers answer it equals Linear.',
  },
]

/** Models shown directly, beside the menu of all. */
export const frontModels = ['last_non_direct', 'linear_all', 'shapley', 'first_click'] as const

/** Name and description of a model; undefined for an unknown one. */
export function creditModel(id: string): CreditModel | undefined {
  return creditModels.find((model) => model.id === id)
}

/** Name of a model, including ones that can no longer be chosen. */
export function modelName(id: string): string {
  if (id === 'markov_local') return 'Markov, per order'
  return creditModel(id)?.name ?? id
}

/** Attribution settings, with no gaps. */
export type CreditChoice = { readonly [Key in keyof CreditState]: NonNullable<CreditState[Key]> }

/** Defaults where neither the address nor the shop sets anything. */
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

/** The shop's defaults, unless an address overrides them. */
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

/** The same as the shop stores it; the credit date and the customers are view settings, not rules of the shop. */
export function toRules(choice: CreditChoice) {
  return {
    // Safe because a choice names only existing models.
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

/** The address's settings, with defaults for the rest. */
export function chooseCredit(said: CreditState, usual: CreditChoice = usualChoice): CreditChoice {
  const known = said.model !== undefined && creditModel(said.model) ? said : { ...said, model: undefined }
  const told = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
  return { ...usual, ...told }
}

/**
 * The query after a change of attribution settings. Settings in the address stay written out even if they equal the default:
 * a link has to last.
 */
export function creditSearch(state: SearchState, patch: CreditPatch, others: SearchPatch = {}): string {
  return withSearch(state, { ...others, credit: { ...state.credit, ...patch } })
}

/** How many of the settings differ from the usual ones; model and windows have controls of their own. */
export function countSettings(choice: CreditChoice, usual: CreditChoice): number {
  const settings = ['dates', 'refunds', 'value', 'buyers', 'direct', 'scope', 'half'] as const
  return settings.filter((key) => choice[key] !== usual[key]).length
}

/** Whether the attribution rules differ from the default, whatever credit date and customers are chosen. */
export function hasOtherRules(choice: CreditChoice, usual: CreditChoice): boolean {
  const rules = ['model', 'clicks', 'views', 'value', 'direct', 'scope', 'half'] as const
  return rules.some((key) => choice[key] !== usual[key])
}

/** `28-day click, 1-day view`. */
export function windowText({ clicks, views }: Pick<CreditChoice, 'clicks' | 'views'>): string {
  const click = clicks === 'ever' ? 'any click' : `${clicks}-day click`
  return views === '0' ? `${click}, no views` : `${click}, ${views}-day view`
}

/** The model that the person chose last, from their preference. */
export function storedModel(preference: Readonly<Record<string, unknown>>): string | undefined {
  const { attributions } = preference
  if (typeof attributions !== 'object' || attributions === null || !('model' in attributions)) return undefined
  const { model } = attributions
  return typeof model === 'string' && creditModel(model) ? model : undefined
}
