import { divideDecimals, isAppError } from '@tillsight/core'
import type { OrderJourney } from '@tillsight/domain'
import { findVisited } from '@tillsight/platforms'
import { type FigureFormat, figureText, instantText, toNumber } from '../../format/index.ts'
import type { ShopServices } from '../../services.ts'
import { type CreditChoice, windowText } from '../credit/credit-choice.ts'
import { type CreditNames, creditNames } from '../credit/credit-names.server.ts'
import { choiceInput } from '../credit/load-choice.server.ts'
import { creditWords } from '../credit/words.server.ts'
import type { JourneyModel, JourneyTouch } from './journey-model.ts'
import { reasonOf } from './journey-reasons.ts'
import { journeyWords } from './words.server.ts'
import type { SayJourney } from './words.ts'

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
  const { language } = shop.display
  const say = journeyWords.say(language)
  const format = { ...shop.display, currency: journey.currency }
  const names = creditNames(language)
  const printing = { question, journey, model, format, say, names }
  const money = (amount: string) => figureText(amount, 'money', format)
  const touches = journey.touches.map((touch) => printTouch(touch, printing))
  return {
    title: say('journey.order', { name: journey.orderName }),
    name: journey.orderName,
    placedAt: instantText(journey.placedAt, shop.zone, language),
    facts: factsOf(journey, { instant: (at) => instantText(at, shop.zone, language), money, say, names }),
    rule: `${names.model(model)} · ${windowText(choice, creditWords.say(language))}`,
    about: names.about(model),
    value: money(journey.value),
    credited: touches.some(({ isCredited }) => isCredited)
      ? say('printed.journey.attributed')
      : say('printed.journey.unattributed'),
    touches,
    notes: notesOf(journey, { model, chosen: choice.model, say, names }),
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

interface FactPrinting {
  readonly instant: (at: string) => string
  readonly money: (amount: string) => string
  readonly say: SayJourney
  readonly names: CreditNames
}

function factsOf(journey: OrderJourney, { instant, money, say, names }: FactPrinting): JourneyModel['facts'] {
  const facts: readonly (readonly [string, string | null])[] = [
    [say('printed.journey.placed'), instant(journey.placedAt)],
    [say('printed.journey.value'), money(journey.value)],
    [say('printed.journey.left'), money(journey.net)],
    [say('printed.journey.person'), say(`printed.journey.person.${journey.person}`)],
    [say('printed.journey.previous'), journey.previousOrderAt && instant(journey.previousOrderAt)],
    [say('printed.journey.milestone'), journey.milestoneAt && instant(journey.milestoneAt)],
    [say('printed.journey.survey'), journey.survey && names.channel(journey.survey)],
  ]
  return facts.flatMap(([label, text]) => (text ? [{ label, text }] : []))
}

interface NotePrinting {
  readonly model: string
  readonly chosen: string
  readonly say: SayJourney
  readonly names: CreditNames
}

function notesOf(
  { touches, cancelled, consentGap }: OrderJourney,
  { model, chosen, say, names }: NotePrinting,
): readonly string[] {
  return [
    model === chosen
      ? ''
      : say('printed.journey.substitute', { model: names.model(chosen), substitute: names.model(model) }),
    cancelled ? say('printed.journey.cancelled') : '',
    consentGap ? say('printed.journey.consent') : '',
    touches.length === 0 && !consentGap ? say('printed.journey.none') : '',
  ].filter(Boolean)
}

interface TouchPrinting {
  readonly question: JourneyQuery
  readonly journey: OrderJourney
  readonly model: string
  readonly format: FigureFormat
  readonly say: SayJourney
  readonly names: CreditNames
}

type Touch = OrderJourney['touches'][number]

function printTouch(touch: Touch, { question, journey, model, format, say, names }: TouchPrinting): JourneyTouch {
  const { services, choice } = question
  const credit = journey.models
    .find((candidate) => candidate.model === model)
    ?.credit.find(({ touchId }) => touchId === touch.id)
  return {
    id: touch.id,
    channel: names.channel(touch.channel),
    ...platformOf(touch, question),
    at: instantText(touch.at, services.shop.zone, format.language),
    before: beforeText(Date.parse(journey.placedAt) - Date.parse(touch.at), say),
    kind: say(`printed.journey.kind.${touch.kind}`),
    place: [touch.campaign, touch.adSet, touch.ad]
      .map(({ id, name }) => name || id)
      .filter(Boolean)
      .join(' › '),
    details: detailsOf(touch, say),
    evidence: evidenceOf(touch, { say, names }),
    ...earnedOf(credit, { journey, format }),
    reason: reasonOf(touch, credit, {
      model,
      dropsDirect: choice.direct === 'drop',
      clicks: choice.clicks,
      views: choice.views,
      say,
      names,
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

/** `9 days before`, `3 h before`, `at the same time`. */
function beforeText(ms: number, say: SayJourney): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return say('printed.journey.before.now')
  if (minutes < 60) return say('printed.journey.before.minutes', { count: minutes })
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return say('printed.journey.before.hours', { count: hours })
  return say('printed.journey.before.days', { count: Math.floor(hours / 24) })
}

const details = ['url', 'referrer', 'source', 'medium', 'term'] as const

function detailsOf(touch: Touch, say: SayJourney): JourneyTouch['details'] {
  return details.flatMap((key) =>
    touch[key] ? [{ label: say(`printed.journey.detail.${key}`), text: touch[key] }] : [],
  )
}

const evidences = ['click_id', 'utm', 'referrer', 'platform_view', 'survey', 'import', 'none'] as const

function evidenceOf(
  { origin, evidence, channel, channelByRule }: Touch,
  { say, names }: Pick<TouchPrinting, 'say' | 'names'>,
): string {
  const known = evidences.find((each) => each === evidence)
  const moved = { ruled: names.channel(channelByRule), channel: names.channel(channel) }
  return [
    say(`printed.journey.origin.${origin}`),
    known ? say(`printed.journey.evidence.${known}`) : '',
    channel === channelByRule ? '' : say('printed.journey.moved', moved),
  ]
    .filter(Boolean)
    .join(' ')
}
