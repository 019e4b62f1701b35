/** An event as it was received; what came again stands here again. */
export interface ReceivedConversion {
  readonly requestId: string
  readonly account: string
  readonly action: string
  readonly transactionId: string
  readonly at: Date
  readonly body: Readonly<Record<string, unknown>>
}

/** What conversion actions have received. */
export class Conversions {
  readonly received: ReceivedConversion[] = []
  /** What becomes of requests from now on; by default they succeed after half an hour. */
  ends: 'SUCCESS' | 'PARTIAL_SUCCESS' | 'FAILED' = 'SUCCESS'
  readonly #ended = new Map<string, { readonly at: Date; readonly status: string; readonly count: number }>()

  /** The conversions of an action: one for each transaction, with its newest value. */
  counted(action: string): ReadonlyMap<string, number> {
    const own = this.received.filter((one) => one.action === action)
    return new Map(own.map(({ transactionId, body }) => [transactionId, Number(body['conversionValue'])]))
  }

  note(requestId: string, at: Date, count: number): void {
    this.#ended.set(requestId, { at, status: this.ends, count })
  }

  find(requestId: string) {
    return this.#ended.get(requestId)
  }
}
