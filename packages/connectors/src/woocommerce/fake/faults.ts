import type { Answer } from './answers.ts'
import { distort, type Reply } from './fault-effects.ts'
import { refuse } from './fault-gates.ts'
import type { Fault } from './fault-kinds.ts'
import type { FakeRequest } from './request.ts'

interface Armed {
  readonly fault: Fault
  readonly cache: Map<string, Answer>
  skip: number
  left: number
}

/** The faults that are switched on, in the order they were added. */
export class FakeFaults {
  #armed: Armed[] = []

  /** Switches a fault on. */
  add(fault: Fault): void {
    this.#armed.push({ fault, cache: new Map(), skip: fault.skip ?? 0, left: fault.times ?? Number.POSITIVE_INFINITY })
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
    this.#armed = this.#armed.filter((armed) => armed.left > 0)
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
  if (route === undefined) return area !== 'site' && area !== 'wc-auth'
  return area === route || (exact !== true && area.startsWith(`${route}/`))
}
