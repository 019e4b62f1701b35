import { cleanReferrer, cleanUrl } from './clean-url.ts'
import type { BotVerdict, CollectedEvent } from './collected-event.ts'
import type { Allowed } from './consent.ts'
import type { CollectMessage, ServerMessage } from './message.ts'

type TakenEvent = Omit<
  CollectMessage['events'][number] & ServerMessage['events'][number],
  'url' | 'visitor' | 'consent'
> & {
  readonly url?: string | undefined
}

/** Somebody as a sender names them. */
export type NamedCustomer = NonNullable<TakenEvent['customer']>

/** What is known of an event beside what it says itself. */
export interface Surroundings {
  readonly source: CollectedEvent['source']
  readonly allowed: Allowed
  /** Used only where the visitor may be recognised. */
  readonly visitorId: string
  readonly at: number
  readonly receivedAt: number
  readonly judgement: { readonly bot: BotVerdict; readonly reasons: readonly string[] }
  /** Cut already; see `networkOf`. */
  readonly network: string
  /** Told by another site than the shop's. */
  readonly isForeign: boolean
  /** Keyed hashes of whoever is named. */
  readonly identify: (customer: NamedCustomer) => readonly string[]
}

/** An event as it is safe to store: nothing in it goes beyond what the visitor agreed to. */
export function toCollectedEvent(event: TakenEvent, around: Surroundings): CollectedEvent {
  const { allowed } = around
  const { mayRecognise } = allowed
  return {
    eventId: event.id,
    visitorId: mayRecognise ? around.visitorId : '',
    at: around.at,
    receivedAt: around.receivedAt,
    name: event.name,
    source: around.source,
    url: cleanUrl(event.url ?? '', allowed.mayKeepClicks),
    referrer: cleanReferrer(event.referrer ?? ''),
    consent: allowed.consent,
    mayKeepClicks: allowed.mayKeepClicks,
    maySendUserData: allowed.maySendUserData,
    mayPersonalise: allowed.mayPersonalise,
    identifiers: mayRecognise && event.customer !== undefined ? around.identify(event.customer) : [],
    ...businessOf(event, mayRecognise),
    browserKeys: allowed.maySendUserData ? presentKeys(event.ids) : {},
    bot: around.judgement.bot,
    botReasons: around.judgement.reasons,
    network: mayRecognise ? around.network : '',
    isForeign: around.isForeign,
  }
}

/** What it was about. The order also without consent: that its visit was seen and stays unknown says nothing about who it was. */
function businessOf(
  { order = '', checkout = '', cart = '', value = '0', currency = '' }: TakenEvent,
  mayRecognise: boolean,
) {
  const tokens = mayRecognise ? { checkoutToken: checkout, cartToken: cart } : { checkoutToken: '', cartToken: '' }
  return { orderId: order, ...tokens, value, currency }
}

function presentKeys(ids: TakenEvent['ids']): CollectedEvent['browserKeys'] {
  const keys: Record<string, string> = {}
  for (const [name, key] of Object.entries(ids ?? {})) if (key !== undefined && key !== '') keys[name] = key
  return keys
}
