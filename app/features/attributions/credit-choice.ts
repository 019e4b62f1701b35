import {
  type CreditPatch,
  type CreditState,
  type SearchPatch,
  type SearchState,
  withSearch,
} from '../../search/index.ts'
import { creditModel } from './credit-models.ts'

/** How credit is given, everything filled in. */
export type CreditChoice = { readonly [Key in keyof CreditState]: NonNullable<CreditState[Key]> }

/** What applies unless an address says otherwise. */
export const usualChoice: CreditChoice = {
  model: 'last_non_direct',
  clicks: '28',
  views: '1',
  dates: 'order',
  value: 'orders',
  buyers: 'all',
  direct: 'include',
  scope: 'window',
  half: '7',
}

/** What the address says, and what is usual where it says nothing. */
export function chooseCredit(said: CreditState, usual: CreditChoice = usualChoice): CreditChoice {
  const model = said.model !== undefined && creditModel(said.model) ? said.model : usual.model
  return {
    model,
    clicks: said.clicks ?? usual.clicks,
    views: said.views ?? usual.views,
    dates: said.dates ?? usual.dates,
    value: said.value ?? usual.value,
    buyers: said.buyers ?? usual.buyers,
    direct: said.direct ?? usual.direct,
    scope: said.scope ?? usual.scope,
    half: said.half ?? usual.half,
  }
}

/** The query after a choice about credit. The model is always written out: it is remembered, and a link is to last. */
export function creditSearch(state: SearchState, patch: CreditPatch, others: SearchPatch = {}): string {
  const { model, ...rest } = { ...state.credit, ...patch }
  const said = Object.entries(rest).filter(([key, text]) => usualChoice[key as keyof CreditChoice] !== text)
  const none = { clicks: undefined, views: undefined, dates: undefined, value: undefined, buyers: undefined }
  return withSearch(state, {
    ...others,
    credit: { ...none, direct: undefined, scope: undefined, half: undefined, ...Object.fromEntries(said), model },
  })
}

/** How many of the settings differ from the usual ones; model and windows have controls of their own. */
export function countSettings(choice: CreditChoice): number {
  const settings = ['dates', 'value', 'buyers', 'direct', 'scope', 'half'] as const
  return settings.filter((key) => choice[key] !== usualChoice[key]).length
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
