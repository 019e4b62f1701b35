import { html, type TextResponse } from './exchange.ts'
import type { Delivery } from './server.ts'
import { type ShieldBrand, shieldPage } from './shields.ts'

/** How often a fault occurs. */
export interface Often {
  /** Occurs this many times, then is removed; absent = until cleared. */
  readonly times?: number
  /** Lets this many matching calls pass first. */
  readonly skip?: number
  /** Gone this long after it was switched on, by the platform's clock; absent = until cleared. */
  readonly forSeconds?: number
}

interface Kind extends Often {
  readonly kind: string
}

/** A fault that is switched on. */
export class ArmedFault<Fault extends Kind> {
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

  /** Counts a matching call; false while it lets calls pass. */
  strikes(): boolean {
    if (this.#skip > 0) {
      this.#skip -= 1
      return false
    }
    this.#left -= 1
    return true
  }
}

/** The faults of a platform that are switched on, in the order they were added; `Call` is what a fault can aim at. */
export class Faults<Fault extends Kind, Call> {
  readonly #isAbout: (fault: Fault, call: Call) => boolean
  readonly #now: () => Date
  #armed: ArmedFault<Fault>[] = []

  /** `isAbout` says which calls a fault concerns, `now` is the platform's clock. */
  constructor(isAbout: (fault: Fault, call: Call) => boolean, now: () => Date = () => new Date()) {
    this.#isAbout = isAbout
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

  /** Every fault that matches a call, whether or not it occurs. */
  armed(call: Call): ArmedFault<Fault>[] {
    const now = this.#now()
    this.#armed = this.#armed.filter((one) => !one.isOver(now))
    return this.#armed.filter(({ fault }) => this.#isAbout(fault, call))
  }

  /** The first fault that a call runs into, of these kinds where some are named; it counts as a strike. */
  strike<K extends Fault['kind']>(call: Call, ...kinds: readonly K[]): Extract<Fault, { kind: K }> | undefined {
    const isMeant = (fault: Fault): fault is Extract<Fault, { kind: K }> =>
      kinds.length === 0 || kinds.some((kind) => kind === fault.kind)
    for (const one of this.armed(call)) if (isMeant(one.fault) && one.strikes()) return one.fault
    return undefined
  }
}

/** What can happen to an answer of any platform on its way. What a platform says in words of its own, it adds itself. */
export type WireFault =
  /** Something in between responds instead. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** Status 200 with an empty body. */
  | { readonly kind: 'empty' }
  /** 200 with a web page; “Coming soon” by default. */
  | { readonly kind: 'html_page'; readonly title?: string }
  /** A security product answers; Wordfence unless said. */
  | { readonly kind: 'shield'; readonly brand?: ShieldBrand }
  /** Responds after this time, by default 20 s. */
  | { readonly kind: 'slow'; readonly milliseconds?: number }
  /** Every response takes that long, and only that many are worked on at once; others wait their turn. */
  | { readonly kind: 'workers'; readonly workers: number; readonly milliseconds: number }
  /** Never responds. */
  | { readonly kind: 'hang' }
  /** Cuts the connection before a byte was sent. */
  | { readonly kind: 'drop' }
  /** Sends half of the body, then cuts. */
  | { readonly kind: 'cut' }
  /** Sends half of the body as if that were all. */
  | { readonly kind: 'truncated' }
  /** Packs the body without saying so. */
  | { readonly kind: 'unlabelled_gzip' }
  /** The `Date` of the answer is so far off. */
  | { readonly kind: 'clock_skew'; readonly seconds: number }

/** The response of a transport fault in the platform's place; undefined if the platform itself responds. */
export function answerInstead(fault: WireFault | Kind | undefined): TextResponse | undefined {
  if (!isWireFault(fault)) return undefined
  switch (fault.kind) {
    case 'empty':
      return { status: 200, headers: { 'content-type': 'application/json' }, body: '' }
    case 'status': {
      const headers = { 'content-type': 'text/html; charset=utf-8', ...fault.headers }
      return { status: fault.status, headers, body: fault.body ?? '' }
    }
    case 'html_page': {
      const { title = 'Coming soon' } = fault
      return html(title, `<h1>${title}</h1>`)
    }
    case 'shield':
      return shieldPage(fault.brand)
    default:
      return undefined
  }
}

/** How a fault lets an answer go out; nothing where it has to do with other things. */
export function deliveryOf(fault: WireFault | Kind | undefined): Delivery {
  if (!isWireFault(fault)) return {}
  switch (fault.kind) {
    case 'slow':
      return { delayMs: fault.milliseconds ?? 20_000 }
    case 'workers':
      return { delayMs: turnOf(fault) }
    case 'clock_skew':
      return { skewSeconds: fault.seconds }
    case 'hang':
    case 'drop':
    case 'cut':
    case 'truncated':
    case 'unlabelled_gzip':
      return { transport: fault.kind }
    default:
      return {}
  }
}

/** When each worker of a fault with few of them is free again. */
const freeAt = new WeakMap<object, number[]>()

/** Milliseconds until the first free worker is done. */
function turnOf(fault: Extract<WireFault, { kind: 'workers' }>): number {
  const now = performance.now()
  const free = freeAt.get(fault) ?? Array.from({ length: fault.workers }, () => now)
  freeAt.set(fault, free)
  free.sort((one, other) => one - other)
  const done = Math.max(now, free[0] ?? now) + fault.milliseconds
  free[0] = done
  return done - now
}

/** Every kind of fault of the wire. */
export const wireKinds = [
  'status',
  'empty',
  'html_page',
  'shield',
  'slow',
  'workers',
  'hang',
  'drop',
  'cut',
  'truncated',
  'unlabelled_gzip',
  'clock_skew',
] as const satisfies readonly WireFault['kind'][]

function isWireFault(fault: Kind | undefined): fault is WireFault {
  return wireKinds.some((kind) => kind === fault?.kind)
}
