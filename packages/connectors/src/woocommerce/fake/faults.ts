import type { Answer } from './answers.ts'
import { distort, type Reply } from './fault-effects.ts'
import { refuse } from './fault-gates.ts'
import type { Fault } from './fault-kinds.ts'
import type { FakeRequest } from './request.ts'

interface Armed {
  readonly fault: Fault
  /** Milliseconds since 1970, by the shop's clock. */
  readonly until: number
  readonly cache: Map<string, Answer>
  /** When each worker of a store with few of them is free again. */
  readonly freeAt: number[]
  skip: number
  left: number
}

/** The faults that are switched on, in the order they were added. */
export class FakeFaults {
  #armed: Armed[] = []
  readonly #now: () => Date

  /** `now` is the shop's clock. */
  constructor(now: () => Date) {
    this.#now = now
  }

  /** Switches a fault on. */
  add(fault: Fault): void {
    const until = this.#now().getTime() + (fault.forSeconds ?? Number.POSITIVE_INFINITY) * 1000
    const left = fault.times ?? Number.POSITIVE_INFINITY
    this.#armed.push({ fault, until, cache: new Map(), freeAt: [], skip: fault.skip ?? 0, left })
  }

  /** Switches all faults off. */
  clear(): void {
    this.#armed = []
  }

  list(): Fault[] {
    return this.#armed.map((armed) => armed.fault)
  }

  /** What stands before the store: the first fault that refuses the call; the store never sees it. */
  refuse(area: string, request: FakeRequest): Answer | undefined {
    let refusal: Answer | undefined
    for (const armed of this.#hitting(area)) {
      const answer = refuse(armed.fault, request)
      if (!answer || (armed.skip === 0 && refusal)) continue
      if (strikes(armed)) refusal ??= answer
    }
    return refusal
  }

  /** Sends the store's answer through the faults that it hits. */
  distort(area: string, request: FakeRequest, answer: Answer): Reply {
    let reply: Reply = { answer, delayMs: 0, transport: 'whole', skewSeconds: 0 }
    for (const armed of this.#hitting(area)) {
      const changed = distort(armed, request, reply)
      if (changed !== reply && strikes(armed)) reply = changed
    }
    return reply
  }

  #hitting(area: string): Armed[] {
    const now = this.#now().getTime()
    this.#armed = this.#armed.filter(({ left, until }) => left > 0 && now < until)
    return this.#armed.filter(({ fault }) => hits(fault, area))
  }
}

/** Counts a call that the fault concerns; false while it lets calls pass. */
function strikes(armed: Armed): boolean {
  if (armed.skip > 0) {
    armed.skip -= 1
    return false
  }
  armed.left -= 1
  return true
}

function hits({ route, exact }: Fault, area: string): boolean {
  if (route === '*') return true
  if (route === undefined) return area !== 'site' && area !== 'wc-auth'
  return area === route || (exact !== true && area.startsWith(`${route}/`))
}
