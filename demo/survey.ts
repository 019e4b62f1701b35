// Survey responses of the demo's buyers about how they heard of the shop. Derived from the order, so always the same.
import { addDays, dayOf, startOfDay } from '@tillsight/core/days'
import { shopSites, type TaggedOrder, tellTaggedOrders } from './ads/buyers.ts'
import { AdCalendar } from './ads/calendar.ts'
import { drawing } from './ads/drawing.ts'
import type { Advertiser } from './ads/plan.ts'

/** A response to the default survey question. */
export interface DemoAnswer {
  readonly order: string
  readonly at: Date
  /** Id of the option, `other`, or empty: skipped. */
  readonly answer: string
  readonly text: string
  readonly source: 'widget' | 'link'
}

/** The survey has been running for this many days. */
const askedDays = 120
const answering = 0.24
const skipping = 0.12
const mailed = 0.15

/** Buyers who came through an ad often name it; others may have heard of the shop where no click shows it. */
const afterClick = {
  meta: ['meta_ad', 'meta_ad', 'meta_ad', 'creator', 'friend', 'other'],
  tiktok: ['tiktok', 'tiktok', 'tiktok', 'creator', 'meta_ad'],
  google: ['search', 'search', 'search', 'friend', 'podcast', 'youtube', 'ai_assistant'],
} as const
const otherwise = [
  'friend',
  'friend',
  'podcast',
  'podcast',
  'search',
  'creator',
  'in_a_shop',
  'print_tv_radio',
  'other',
] as const
const words = ['A market in my town', 'A flyer', 'Present from a colleague', 'Your van in our street'] as const

/** Responses in that time, oldest order first. */
export function demoAnswers(
  advertiser: Advertiser,
  { createdAt, until }: { readonly createdAt: string; readonly until: Date },
): DemoAnswer[] {
  const { zone } = shopSites[advertiser]
  const madeOn = new AdCalendar(createdAt).madeOn(advertiser)
  const first = startOfDay(addDays(madeOn, -askedDays), zone)
  return tellTaggedOrders(advertiser, { madeOn, until: dayOf(until, zone) })
    .filter(({ at }) => at >= first)
    .flatMap((order) => drawAnswer(advertiser, order))
    .filter(({ at }) => at < until)
}

function drawAnswer(advertiser: Advertiser, { id, at, click }: TaggedOrder): DemoAnswer[] {
  const random = drawing(`survey ${advertiser} ${id}`)
  if (!random.chance(answering)) return []
  const isMailed = random.chance(mailed)
  const waited = isMailed ? random.integer(60, 3 * 24 * 60) : random.integer(1, 4)
  const answer = random.chance(skipping) ? '' : random.pick(choicesAfter(click?.source))
  return [
    {
      order: String(id),
      at: new Date(at.getTime() + waited * 60_000),
      answer,
      text: answer === 'other' ? random.pick(words) : '',
      source: isMailed ? 'link' : 'widget',
    },
  ]
}

function choicesAfter(source: string | undefined): readonly string[] {
  if (source === undefined) return otherwise
  if (source.includes('tiktok')) return afterClick.tiktok
  return /facebook|instagram|meta/.test(source) ? afterClick.meta : afterClick.google
}
