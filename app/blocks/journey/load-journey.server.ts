import { divideDecimals, isAppError } from '@tillsight/core'
import type { OrderJourney } from '@tillsight/domain'
import { findVisited } from '@tillsight/platforms'
import { type FigureFormat, figureText, instantText, toNumber } from '../../format/index.ts'
import type { ShopServices } from '../../services.ts'
import { channelName } from '../credit/channels.ts'
import { type CreditChoice, creditModel, modelName, windowText } from '../credit/credit-choice.ts'
import { choiceInput } from '../credit/load-choice.server.ts'
import type { JourneyModel, JourneyTouch } from './journey-model.ts'
import { reasonOf } from './journey-reasons.ts'

/** The shop, and the attribution settings by which its orders' journeys are shown. */
export interface JourneyQuery {
  readonly services: Pick<ShopServices, 'shop' | 'catalogue' | 'run'>
  readonly choice: CreditChoice
}

/** Model used where the chosen one cannot explain a single order. */
const substitute = 'shapley'

/** An order with the credit of each touchpoint; undefined where there is no such counted order. */
export async function loadJourney(question: JourneyQuery, id: string): Promise<JourneyModel | undefined> {
  const journey = await readJourney(question, id)
  if (!journey) return undefined
  const { shop } = question.services
  const { choice } = question
  const model = journey.models.some((known) => known.model === choice.model) ? choice.model : substitute
  const printing = { question, journey, model, format: { ...shop.display, currency: journey.currency } }
  const money = (amount: string) => figureText(amount, 'money', printing.format)
  const touches = journey.touches.map((touch) => printTouch(touch, printing))
  return {
    title: `Order ${journey.orderName}`,
    name: journey.orderName,
    placedAt: instantText(journey.placedAt, shop.zone),
    facts: factsOf(journey, { zone: shop.zone, money }),
    rule: `${modelName(model)} · ${windowText(choice)}`,
    about: creditModel(model)?.about ?? '',
    value: money(journey.value),
    credited: touches.some(({ isCredited }) => isCredited) ? 'credited in full' : 'not tracked',
    touches,
    notes: notesOf(journey, { model, chosen: choice.model }),
  }
}

async function readJourney({ services, choice }: JourneyQuery, id: string): Promise<OrderJourney | undefined> {
  try {
    return await services.run('attribution.order', { id, ...choiceInput(choice) })
  } catch (failure) {
    if (isAppError(failure) && failure.code === 'not_found') return undefined
    throw failure
  }
}

const people = {
  customer: 'Known by e-mail or account',
  device: 'Known by the device only',
  nobody: 'Not known: nothing ties the order to a visit',
} as const satisfies Record<OrderJourney['person'], string>

interface FactPrinting {
  readonly zone: string
  readonly money: (amount: string) => string
}

function factsOf(journey: OrderJourney, { zone, money }: FactPrinting): JourneyModel['facts'] {
  const facts: readonly (readonly [string, string | null])[] = [
    ['Placed', instantText(journey.placedAt, zone)],
    ['Shared out', money(journey.value)],
    ['Left after returns', money(journey.net)],
    ['Person', people[journey.person]],
    ['Previous order', journey.previousOrderAt && instantText(journey.previousOrderAt, zone)],
    ['Milestone', journey.milestoneAt && instantText(journey.milestoneAt, zone)],
    ['Survey answer', journey.survey && channelName(journey.survey)],
  ]
  return facts.flatMap(([label, text]) => (text ? [{ label, text }] : []))
}

function notesOf(
  { touches, cancelled, consentGap }: OrderJourney,
  { model, chosen }: { readonly model: string; readonly chosen: string },
): readonly string[] {
  return [
    ...(model === chosen
      ? []
      : [`${modelName(chosen)} looks at all journeys at once; this order is shown by ${modelName(model)} instead.`]),
    ...(cancelled ? ['The order was cancelled: nobody earns it.'] : []),
    ...(consentGap ? ['The buyer did not consent to being followed, so no contact is known.'] : []),
    ...(touches.length === 0 ? ['No contact of this buyer before the order is known.'] : []),
  ]
}

interface TouchPrinting {
  readonly question: JourneyQuery
  readonly journey: OrderJourney
  readonly model: string
  readonly format: FigureFormat
}

type Touch = OrderJourney['touches'][number]

function printTouch(touch: Touch, { question, journey, model, format }: TouchPrinting): JourneyTouch {
  const { services, choice } = question
  const credit = journey.models
    .find((candidate) => candidate.model === model)
    ?.credit.find(({ touchId }) => touchId === touch.id)
  return {
    id: touch.id,
    channel: channelName(touch.channel),
    ...platformOf(touch, question),
    at: instantText(touch.at, services.shop.zone),
    before: beforeText(Date.parse(journey.placedAt) - Date.parse(touch.at)),
    kind: kinds[touch.kind],
    place: [touch.campaign, touch.adSet, touch.ad]
      .map(({ id, name }) => name || id)
      .filter(Boolean)
      .join(' › '),
    details: detailsOf(touch),
    evidence: evidenceOf(touch),
    ...earnedOf(credit, { journey, format }),
    reason: reasonOf(touch, credit, {
      model,
      dropsDirect: choice.direct === 'drop',
      clicks: choice.clicks,
      views: choice.views,
    }),
  }
}

type Credit = OrderJourney['models'][number]['credit'][number]

function earnedOf(credit: Credit | undefined, { journey, format }: Pick<TouchPrinting, 'journey' | 'format'>) {
  if (!credit || credit.weight.startsWith('0/')) {
    return { fraction: '', part: '', share: 0, revenue: figureText('0', 'money', format), isCredited: false }
  }
  const part = divideDecimals(credit.gross, journey.value)
  return {
    fraction: credit.weight,
    part: figureText(part, 'percent', format),
    share: Math.min(1, Math.max(0, toNumber(part) ?? 0)),
    revenue: figureText(credit.gross, 'money', format),
    isCredited: true,
  }
}

function platformOf(touch: Touch, { services }: JourneyQuery): Pick<JourneyTouch, 'platform' | 'platformName'> {
  const id = findVisited(touch.platform)?.id ?? touch.platform
  const known = touch.paid ? services.catalogue().platforms.find((platform) => platform.id === id) : undefined
  return { platform: known?.id ?? null, platformName: known?.name ?? touch.platform }
}

const kinds = { click: 'visit', view: 'ad view', engaged_view: 'watched video' } as const

/** `9 days before`, `3 h before`, `at the same time`. */
export function beforeText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'at the same time'
  if (minutes < 60) return `${minutes} min before`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h before`
  return `${Math.floor(hours / 24)} days before`
}

function detailsOf({ url, referrer, source, medium, term }: Touch): JourneyTouch['details'] {
  const told: readonly (readonly [string, string])[] = [
    ['Landing page', url],
    ['Came from', referrer],
    ['Source', source],
    ['Medium', medium],
    ['Term', term],
  ]
  return told.flatMap(([label, text]) => (text ? [{ label, text }] : []))
}

const origins = {
  pixel: 'Seen by the pixel.',
  server: 'Sent by the shop’s server.',
  order: 'Told by the order itself: what the store noted about the visit it was placed in.',
  import: 'From an imported file.',
  gone: 'The visit itself is not kept any more.',
} as const satisfies Record<Touch['origin'], string>

const evidences: Readonly<Record<string, string>> = {
  click_id: 'A click id of the platform proves the ad click.',
  utm: 'The address carried tags.',
  referrer: 'The page it came from tells the channel.',
  platform_view: 'The platform tied the view to this person.',
  survey: 'The buyer said so.',
  import: 'The file said so.',
  none: 'Nothing told where the visit came from.',
}

function evidenceOf({ origin, evidence, channel, channelByRule }: Touch): string {
  const moved =
    channel === channelByRule
      ? ''
      : ` By the address alone it would be ${channelName(channelByRule)}; the ad behind it makes it ${channelName(channel)}.`
  return `${origins[origin]} ${evidences[evidence] ?? ''}${moved}`.trim()
}
