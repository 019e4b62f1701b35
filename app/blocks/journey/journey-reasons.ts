import type { CreditNames } from '../credit/credit-names.server.ts'
import type { SayJourney } from './words.ts'

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
  readonly say: SayJourney
  readonly names: CreditNames
}

/** Explains the credit in a sentence. */
export function reasonOf(touch: ReasonedTouch, credit: ReasonedCredit | undefined, reasoning: Reasoning): string {
  if (touch.ineligible !== null) return outside(touch.ineligible, reasoning)
  if (credit && !credit.weight.startsWith('0/')) return earned(credit, reasoning)
  return passedOver(touch, reasoning)
}

function outside(why: NonNullable<ReasonedTouch['ineligible']>, { clicks, views, say }: Reasoning): string {
  if (why === 'previous_order') return say('printed.journey.why.previous_order')
  const days = why === 'click_window' ? clicks : views
  return days === '0' ? say('printed.journey.why.no_views') : say('printed.journey.why.window', { days: Number(days) })
}

/** Models whose rule says why a touchpoint has its part. */
const rules = [
  'last_click',
  'first_click',
  'last_non_direct',
  'first_non_direct',
  'last_paid',
  'linear_all',
  'linear_paid',
  'upper_funnel_linear',
  'time_decay',
  'shapley',
  'clicks_and_views',
  'survey_blend',
] as const

function earned({ position, weight }: ReasonedCredit, { model, say }: Reasoning): string {
  const rule = rules.find((known) => known === model)
  if (position === 'only' || weight === '1/1')
    return rule && !isShared(rule) ? say(`printed.journey.rule.${rule}`) : say('printed.journey.why.alone')
  if (model.startsWith('position_') && position !== 'none') return say(`printed.journey.position.${position}`)
  return rule ? say(`printed.journey.rule.${rule}`) : say('printed.journey.why.shares')
}

function isShared(model: string): boolean {
  return !/^(first|last)_/.test(model)
}

const closers: ReadonlySet<string> = new Set(['direct', 'organic_search', 'paid_search_brand', 'email', 'sms'])
const ofPaid: ReadonlySet<string> = new Set(['last_paid', 'linear_paid'])
const ofViews = 'clicks_and_views'

function passedOver({ kind, channel, paid }: ReasonedTouch, { model, dropsDirect, say, names }: Reasoning): string {
  if (kind !== 'click' && model !== ofViews) return say('printed.journey.why.view', { model: names.model(ofViews) })
  if (kind !== 'click') return say('printed.journey.why.view_clicked')
  if (ofPaid.has(model) && !paid) return say('printed.journey.why.unpaid')
  if (channel === 'direct' && (model.endsWith('non_direct') || dropsDirect)) return say('printed.journey.why.direct')
  if (model === 'upper_funnel_linear' && closers.has(channel))
    return say('printed.journey.why.low_intent', { channel: names.channel(channel) })
  return say(`printed.journey.why.${placedBadly(model)}`)
}

function placedBadly(model: string) {
  if (model.startsWith('last_')) return 'later'
  return model.startsWith('first_') ? 'earlier' : 'none'
}
