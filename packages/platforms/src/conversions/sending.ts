import { type ConnectorFailure, isConnectorError } from '../failures.ts'
import type { ConversionOutcome, PurchaseEvent } from './contract.ts'

/** How a request with several events is made. */
interface HalvingRequest {
  readonly most: number
  /** Why an event is not worth sending, or would make the platform refuse the others; undefined where it is. */
  whyUseless(event: PurchaseEvent): string | undefined
  keysOf(event: PurchaseEvent): readonly string[]
  /** Makes one request. Throws `ConnectorError` where the platform took nothing of it. */
  request(events: readonly PurchaseEvent[]): Promise<Pick<Accepted, 'answer' | 'receipt'>>
  /** Whether a failure is caused by one of the events: the others can be sent without it. */
  isAboutEvent(failure: ConnectorFailure): boolean
}

type Accepted = Extract<ConversionOutcome, { kind: 'accepted' }>

/**
 * Sends events to a platform that refuses a whole request because of one event in it: useless events are left out, and
 * refused requests are split in halves until the faulty events are isolated. Accepted events stay accepted if a later request
 * fails.
 */
export async function sendInHalves(
  events: readonly PurchaseEvent[],
  sending: HalvingRequest,
): Promise<ConversionOutcome[]> {
  const outcomes: ConversionOutcome[] = []
  const sound: PurchaseEvent[] = []
  for (const event of events) {
    const message = sending.whyUseless(event)
    if (message === undefined) sound.push(event)
    else outcomes.push({ orderId: event.orderId, kind: 'refused', keys: sending.keysOf(event), message })
  }
  const queue = portionsOf(sound, sending.most)
  for (let piece = queue.shift(); piece !== undefined; piece = queue.shift()) {
    try {
      const response = await sending.request(piece)
      for (const event of piece)
        outcomes.push({ orderId: event.orderId, kind: 'accepted', keys: sending.keysOf(event), ...response })
    } catch (error) {
      if (!isConnectorError(error)) throw error
      const { failure } = error
      if (!sending.isAboutEvent(failure)) {
        const rest = [piece, ...queue].flat()
        return [...outcomes, ...rest.map(({ orderId }) => ({ orderId, kind: 'waits' as const, failure }))]
      }
      const [first] = piece
      if (piece.length > 1) queue.unshift(...portionsOf(piece, Math.ceil(piece.length / 2)))
      else if (first) {
        const { message } = failure
        outcomes.push({ orderId: first.orderId, kind: 'refused', keys: sending.keysOf(first), message })
      }
    }
  }
  return outcomes
}

function portionsOf(events: readonly PurchaseEvent[], size: number): (readonly PurchaseEvent[])[] {
  const portions = []
  for (let at = 0; at < events.length; at += size) portions.push(events.slice(at, at + size))
  return portions
}

/** An object without its empty fields. */
export function filled<T extends Readonly<Record<string, unknown>>>(fields: T): Partial<T> {
  const kept = Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined && !isEmpty(value))
  // Safe, because entries are only removed.
  return Object.fromEntries(kept) as Partial<T>
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** An array of the text; empty for an empty text. */
export function listed(text: string): string[] {
  return text === '' ? [] : [text]
}

/** The event's time as Unix seconds. */
export function secondsOf({ at }: Pick<PurchaseEvent, 'at'>): number {
  return Math.floor(at.getTime() / 1_000)
}

/** The event's age in days. */
export function ageInDays({ at }: Pick<PurchaseEvent, 'at'>, now: Date): number {
  return (now.getTime() - at.getTime()) / 86_400_000
}

/** The total quantity of all items. */
export function piecesOf({ items }: Pick<PurchaseEvent, 'items'>): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Why an order without any match key is not sent. */
export function findsNobody(platform: string): string {
  return `The order names neither an email address nor a phone number nor a click: ${platform} could find nobody by it.`
}
