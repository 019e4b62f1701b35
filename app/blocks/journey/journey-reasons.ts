import { channelName } from '../credit/channels.ts'

// Why a touchpoint of an order has its credit, in one sentence.

/** The properties of a touchpoint that models use. */
export interface ReasonedTouch {
  readonly kind: 'click' | 'view' | 'engaged_view'
  readonly channel: string
  readonly paid: boolean
  readonly ineligible: 'click_window' | 'view_window' | 'previous_order' | null
}

/** Credit by a model; undefined where there is none. */
export interface ReasonedCredit {
  readonly position: 'only' | 'first' | 'middle' | 'last' | 'none'
  /** As a fraction of all weights: `2/5`. */
  readonly weight: string
}

interface Reasoning {
  readonly model: string
  /** Direct visits earn no credit beside other touchpoints. */
  readonly dropsDirect: boolean
  readonly clicks: string
  readonly views: string
}

/** Explains the credit in a sentence. */
export function reasonOf(touch: ReasonedTouch, credit: ReasonedCredit | undefined, reasoning: Reasoning): string {
  if (touch.ineligible !== null) return outside(touch.ineligible, reasoning)
  if (credit && !credit.weight.startsWith('0/')) return earned(credit, reasoning.model)
  return passedOver(touch, reasoning)
}

function outside(why: NonNullable<ReasonedTouch['ineligible']>, { clicks, views }: Reasoning): string {
  if (why === 'previous_order')
    return 'Lies before the person’s previous order, where this journey begins: earns nothing here.'
  const days = why === 'click_window' ? clicks : views
  if (days === '0') return 'Views are left out.'
  return `Lies before the window of ${days === '1' ? '1 day' : `${days} days`}: earns nothing.`
}

const alone = 'The only contact that counts: gets the whole order.'

const rules: Readonly<Record<string, string>> = {
  last_click: 'The last contact before the order.',
  first_click: 'The first contact within the window.',
  last_non_direct: 'The last contact that was not a direct visit.',
  first_non_direct: 'The first contact that was not a direct visit.',
  last_paid: 'The last paid contact.',
  linear_all: 'One of the contacts, which share alike.',
  linear_paid: 'One of the paid contacts, which share alike.',
  upper_funnel_linear: 'One of the contacts that are no low-intent closers, which share alike.',
  time_decay: 'Its part follows from how long before the order it was.',
  shapley: 'Its channel gets the same part as every other of the journey, split over its contacts.',
  clicks_and_views: 'A click weighs four times a view, and twice a watched video.',
  survey_blend: 'Linear, blended with what the buyer answered.',
}

const positions = {
  first: 'The first contact: gets its fixed part.',
  last: 'The last contact: gets its fixed part.',
  middle: 'Between first and last: shares what is left for those.',
} as const

function earned({ position, weight }: ReasonedCredit, model: string): string {
  if (position === 'only' || weight === '1/1') return rules[model] && !isShared(model) ? rules[model] : alone
  if (model.startsWith('position_') && position !== 'none' && position in positions) return positions[position]
  return rules[model] ?? 'Shares in the order.'
}

function isShared(model: string): boolean {
  return !/^(first|last)_/.test(model)
}

const closers: ReadonlySet<string> = new Set(['direct', 'organic_search', 'paid_search_brand', 'email', 'sms'])
const ofPaid: ReadonlySet<string> = new Set(['last_paid', 'linear_paid'])

function passedOver({ kind, channel, paid }: ReasonedTouch, { model, dropsDirect }: Reasoning): string {
  if (kind !== 'click' && model !== 'clicks_and_views') return 'A view: earns under “Clicks and views” alone.'
  if (kind !== 'click') return 'A later click of the same platform tells the story already.'
  if (ofPaid.has(model) && !paid) return 'Not paid: this model looks at paid contacts alone.'
  if (channel === 'direct' && (model.endsWith('non_direct') || dropsDirect)) {
    return 'A direct visit: passed over because there are other contacts.'
  }
  if (model === 'upper_funnel_linear' && closers.has(channel)) {
    return `${channelName(channel)} is a low-intent closer: passed over because there are other contacts.`
  }
  return placedBadly(model)
}

function placedBadly(model: string): string {
  if (model.startsWith('last_')) return 'Another contact came later.'
  if (model.startsWith('first_')) return 'Another contact came earlier.'
  return 'Gets no part under this model.'
}
