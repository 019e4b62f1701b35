/** Where and how often a fault strikes. */
interface Aim {
  /** Only paths that contain this: `report/integrated`; absent = every call of the API. */
  readonly path?: string
  /** Only calls whose address or body contains this: an advertiser's id, `AUCTION_AD"`. */
  readonly containing?: string
  /** Strikes this often, then is gone; absent = until cleared. */
  readonly times?: number
  /** Lets this many matching calls pass first. */
  readonly skip?: number
}

/** What can go wrong with a call. */
export type FaultKind =
  /** Status 200 and an envelope with this code; the text is TikTok's own where none is given. */
  | { readonly kind: 'code'; readonly code: number; readonly message?: string }
  /** An answer of the edge in front of the API. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** 504 with a web page. */
  | { readonly kind: 'gateway_timeout' }
  /** 200 without a body. */
  | { readonly kind: 'empty' }
  /** 200 with half of the JSON. */
  | { readonly kind: 'cut' }
  /** 200 and JSON without `code`. */
  | { readonly kind: 'no_code' }
  /** The connection is cut. */
  | { readonly kind: 'drop' }
  /** `total_number` is said to be one more than before on each further page. */
  | { readonly kind: 'total_changes' }
  /** The last row of each page of a report does not come, though it is counted. */
  | { readonly kind: 'row_missing' }
  /** Answers after so long. */
  | { readonly kind: 'slow'; readonly milliseconds: number }

export type Fault = FaultKind & Aim

interface Armed {
  readonly fault: Fault
  skip: number
  left: number
}

/** The faults that are switched on, in the order they were added. */
export class FakeFaults {
  #armed: Armed[] = []

  /** Switches a fault on. */
  add(fault: Fault): void {
    this.#armed.push({ fault, skip: fault.skip ?? 0, left: fault.times ?? Number.POSITIVE_INFINITY })
  }

  /** Switches all faults off. */
  clear(): void {
    this.#armed = []
  }

  list(): Fault[] {
    return this.#armed.map(({ fault }) => fault)
  }

  /** The fault that a call runs into, if any; it counts as a strike. */
  strike(path: string, text: string): Fault | undefined {
    for (const armed of this.#armed) {
      const { fault } = armed
      if (fault.path !== undefined && !path.includes(fault.path)) continue
      if (fault.containing !== undefined && !text.includes(fault.containing)) continue
      if (this.#strikes(armed)) return fault
    }
    return undefined
  }

  #strikes(armed: Armed): boolean {
    if (armed.skip > 0) {
      armed.skip -= 1
      return false
    }
    armed.left -= 1
    if (armed.left <= 0) this.#armed = this.#armed.filter((entry) => entry !== armed)
    return true
  }
}
