import { type ConnectorFailure, isConnectorError } from '../failures.ts'
import type { ConversionOutcome, PurchaseEvent } from './contract.ts'

/** How one request of several events is made. */
export interface HalvingRequest {
  readonly most: number
  /** Why an event is not worth sending, or would make the platform refuse the others; undefined where it is. */
  whyUseless(event: PurchaseEvent): string | undefined
  keysOf(event: PurchaseEvent): readonly string[]
  /** Makes one request. Throws `ConnectorError` where the platform took nothing of it. */
  request(events: readonly PurchaseEvent[]): Promise<Pick<Accepted, 'answer' | 'receipt'>>
  /** Whether a failure says that one of the events is not as it should be: the others can be sent without it. */
  isAboutEvent(failure: ConnectorFailure): boolean
}

type Accepted = Extract<ConversionOutcome, { kind: 'accepted' }>

/**
 * Sends events to a platform that refuses all of a request for one event in it: what is known to be of no use is left out,
 * and what is refused is sent in halves, until the ones that it is about stand alone. What was taken stays so when a later
 * request fails.
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
  const queue = piecesOf(sound, sending.most)
  for (let piece = queue.shift(); piece !== undefined; piece = queue.shift()) {
    try {
      const answer = await sending.request(piece)
      for (const event of piece)
        outcomes.push({ orderId: event.orderId, kind: 'accepted', keys: sending.keysOf(event), ...answer })
    } catch (error) {
      if (!isConnectorError(error)) throw error
      const { failure } = error
      if (!sending.isAboutEvent(failure)) {
        const rest = [piece, ...queue].flat()
        return [...outcomes, ...rest.map(({ orderId }) => ({ orderId, kind: 'waits' as const, failure }))]
      }
      const [first] = piece
      if (piece.length > 1) queue.unshift(...piecesOf(piece, Math.ceil(piece.length / 2)))
      else if (first) {
        const { message } = failure
        outcomes.push({ orderId: first.orderId, kind: 'refused', keys: sending.keysOf(first), message })
      }
    }
  }
  return outcomes
}

function piecesOf(events: readonly PurchaseEvent[], size: number): (readonly PurchaseEvent[])[] {
  const pieces = []
  for (let at = 0; at < events.length; at += size) pieces.push(events.slice(at, at + size))
  return pieces
}
