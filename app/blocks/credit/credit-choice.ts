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
import type { SayCredit } from './words.ts'

// The attribution models (attribution.md §9–§13). Their names and what they do stand in `words`.

/** How a model distributes the credit for an order, in the order of the choice. */
export const families = ['one', 'shared', 'data', 'evidence'] as const

/** Every model there is, in the order of the choice. */
export const creditModels = [
  { id: 'last_non_direct', family: 'one' },
  { id: 'last_click', family: 'one' },
  { id: 'first_click', family: 'one' },
  { id: 'first_non_direct', family: 'one' },
  { id: 'last_paid', family: 'one' },
  { id: 'linear_all', family: 'shared' },
  { id: 'linear_paid', family: 'shared' },
  { id: 'upper_funnel_linear', family: 'shared' },
  { id: 'time_decay', family: 'shared' },
  { id: 'position_u', family: 'shared' },
  { id: 'position_j', family: 'shared' },
  { id: 'position_j_inverse', family: 'shared' },
  { id: 'position_w', family: 'shared' },
  { id: 'shapley', family: 'data' },
  { id: 'markov', family: 'data' },
  { id: 'clicks_and_views', family: 'evidence' },
  { id: 'survey_blend', family: 'evidence' },
] as const satisfies readonly { readonly id: RequestedModel; readonly family: (typeof families)[number] }[]

/** A model that can be chosen; undefined for an unknown one. */
export function creditModel(id: string) {
  return creditModels.find((model) => model.id === id)
}

/** The name of a model that can be chosen. */
export function modelName(id: string, say: SayCredit): string {
  const known = creditModel(id)
  return known ? say(`model.${known.id}`) : id
}

/** What a model does, in a sentence. */
export function modelAbout(id: string, say: SayCredit): string {
  const known = creditModel(id)
  return known ? say(`about.${known.id}`) : ''
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
export function windowText({ clicks, views }: Pick<CreditChoice, 'clicks' | 'views'>, say: SayCredit): string {
  return say('window.both', {
    clicks: clicks === 'ever' ? say('window.ever') : say('window.clicks', { days: Number(clicks) }),
    views: views === '0' ? say('window.no_views') : say('window.views', { days: Number(views) }),
  })
}

/** The model that the person chose last, from their preference. */
export function storedModel(preference: Readonly<Record<string, unknown>>): string | undefined {
  const { attributions } = preference
  if (typeof attributions !== 'object' || attributions === null || !('model' in attributions)) return undefined
  const { model } = attributions
  return typeof model === 'string' && creditModel(model) ? model : undefined
}
