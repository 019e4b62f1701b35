import type { Area, CallFault, Fault, OtherFault } from './fault-kinds.ts'

interface Armed {
  readonly fault: Fault
  skip: number
  left: number
}

const callKinds: ReadonlySet<string> = new Set<CallFault['kind']>([
  'throttled',
  'max_cost',
  'internal_error',
  'timeout',
  'errors_text',
  'errors_object',
  'security_rejection',
  'too_many_requests',
  'unavailable',
  'status',
  'dead_token',
  'other_version',
  'hang',
  'drop',
  'slow',
  'truncated',
])

/** The faults of a shop that are switched on, in the order they were added. */
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
    return this.#armed.map((armed) => armed.fault)
  }

  /** The fault that a call runs into, if any; it counts as a strike. */
  strikeCall(area: Area, operations: readonly string[]): CallFault | undefined {
    for (const armed of this.#armed) {
      const { fault } = armed
      if (!isCallFault(fault) || (fault.area ?? 'graphql') !== area) continue
      if (fault.operation !== undefined && !operations.includes(fault.operation)) continue
      if (this.#strikes(armed)) return fault
    }
    return undefined
  }

  /** A fault of one kind beside calls; it counts as a strike. */
  strike<K extends OtherFault['kind']>(kind: K): Extract<OtherFault, { kind: K }> | undefined {
    for (const armed of this.#armed) {
      const { fault } = armed
      if (isOfKind(fault, kind) && this.#strikes(armed)) return fault
    }
    return undefined
  }

  /** Whether a field is denied. */
  denies(field: string): boolean {
    return this.#armed.some(({ fault }) => fault.kind === 'denied_field' && fault.field === field)
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

function isCallFault(fault: Fault): fault is Fault & CallFault {
  return callKinds.has(fault.kind)
}

function isOfKind<K extends OtherFault['kind']>(
  fault: Fault,
  kind: K,
): fault is Fault & Extract<OtherFault, { kind: K }> {
  return fault.kind === kind
}
