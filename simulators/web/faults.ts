import type { TextAnswer } from './exchange.ts'
import type { Delivery, Transport } from './server.ts'

/** How often a fault strikes. */
export interface Often {
  /** Strikes this often, then is gone; absent = until cleared. */
  readonly times?: number
  /** Lets this many matching calls pass first. */
  readonly skip?: number
  /** Gone this long after it was switched on, by the platform's clock; absent = until cleared. */
  readonly forSeconds?: number
}

/** A fault that is switched on. */
export class ArmedFault<Fault extends Often> {
  readonly fault: Fault
  readonly #until: number
  #skip: number
  #left: number

  constructor(fault: Fault, now: Date) {
    this.fault = fault
    this.#until = now.getTime() + (fault.forSeconds ?? Number.POSITIVE_INFINITY) * 1_000
    this.#skip = fault.skip ?? 0
    this.#left = fault.times ?? Number.POSITIVE_INFINITY
  }

  isOver(now: Date): boolean {
    return this.#left <= 0 || now.getTime() >= this.#until
  }

  get letsPass(): boolean {
    return this.#skip > 0
  }

  /** Counts a call that the fault concerns; false while it lets calls pass. */
  strikes(): boolean {
    if (this.#skip > 0) {
      this.#skip -= 1
      return false
    }
    this.#left -= 1
    return true
  }
}

/** The faults that are switched on, in the order they were added. Which calls a fault concerns, each platform says. */
export class Faults<Fault extends Often> {
  #armed: ArmedFault<Fault>[] = []
  readonly #now: () => Date

  /** `now` is the platform's clock. */
  constructor(now: () => Date = () => new Date()) {
    this.#now = now
  }

  /** Switches a fault on. */
  add(fault: Fault): void {
    this.#armed.push(new ArmedFault(fault, this.#now()))
  }

  /** Switches all faults off. */
  clear(): void {
    this.#armed = []
  }

  list(): Fault[] {
    return this.#armed.map(({ fault }) => fault)
  }

  /** Every fault that concerns a call, whether or not it strikes. */
  protected armed(concerns: (fault: Fault) => boolean): ArmedFault<Fault>[] {
    const now = this.#now()
    this.#armed = this.#armed.filter((one) => !one.isOver(now))
    return this.#armed.filter(({ fault }) => concerns(fault))
  }

  /** The first fault that a call runs into, if any; it counts as a strike. */
  protected first<F extends Fault>(concerns: (fault: Fault) => fault is F): F | undefined
  protected first(concerns: (fault: Fault) => boolean): Fault | undefined
  protected first(concerns: (fault: Fault) => boolean): Fault | undefined {
    return this.armed(concerns).find((one) => one.strikes())?.fault
  }
}

/** What can happen to an answer of any platform on its way; each adds its own words. */
export type WireFault =
  /** Something in between answers instead. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** Status 200 with nothing. */
  | { readonly kind: 'empty' }
  /** Answers after so long, 20 s unless said. */
  | { readonly kind: 'slow'; readonly milliseconds?: number }
  /** Never answers. */
  | { readonly kind: 'hang' }
  /** Cuts the connection before a byte was sent. */
  | { readonly kind: 'drop' }

interface Kind {
  readonly kind: string
}

/** What a fault of the wire answers in the platform's place; undefined where the platform itself answers. */
export function answerInstead(fault: WireFault | Kind | undefined): TextAnswer | undefined {
  if (!isWireFault(fault)) return undefined
  if (fault.kind === 'empty') return { status: 200, headers: { 'content-type': 'application/json' }, body: '' }
  if (fault.kind !== 'status') return undefined
  const headers = { 'content-type': 'text/html; charset=utf-8', ...fault.headers }
  return { status: fault.status, headers, body: fault.body ?? '' }
}

/** How a fault lets an answer go out; `own` are a platform's words for the ways of the wire. */
export function deliveryOf(fault: Kind | undefined, own: Readonly<Record<string, Transport>> = {}): Delivery {
  if (!isWireFault(fault)) return { transport: own[fault?.kind ?? ''] ?? 'whole' }
  if (fault.kind === 'slow') return { delayMs: fault.milliseconds ?? 20_000 }
  return fault.kind === 'hang' || fault.kind === 'drop' ? { transport: fault.kind } : {}
}

const wireKinds: ReadonlySet<string> = new Set<WireFault['kind']>(['status', 'empty', 'slow', 'hang', 'drop'])

function isWireFault(fault: Kind | undefined): fault is WireFault {
  return fault !== undefined && wireKinds.has(fault.kind)
}
