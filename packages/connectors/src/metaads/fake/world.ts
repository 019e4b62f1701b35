import type { Answer, FakeRequest } from './answers.ts'
import type { Facts } from './facts.ts'
import type { Call, FakeFaults, Fault } from './faults.ts'
import { type ErrorText, errorOf, type GraphError } from './graph-error.ts'
import type { Settings } from './options.ts'
import type { Conversions } from './received-conversions.ts'
import type { Results } from './results.ts'
import type { Runs } from './runs.ts'
import type { FakeToken, Tokens } from './tokens.ts'
import type { Usage } from './usage.ts'

/** Everything that the routes of one simulated Meta work on. */
export interface World {
  readonly settings: Settings
  /** Without a trailing slash. */
  readonly url: string
  readonly tokens: Tokens
  readonly faults: FakeFaults
  readonly usage: Usage
  readonly facts: Facts
  readonly results: Results
  readonly runs: Runs
  readonly conversions: Conversions
  /** Accounts that the person lost, and since-edited things by id. */
  readonly withdrawn: Set<string>
  readonly edited: Map<string, Date>
}

/** One call of somebody who is signed in. */
export interface SignedIn {
  readonly world: World
  readonly request: FakeRequest
  readonly token: FakeToken
}

const callFaults = ['error', 'status', 'truncated', 'empty', 'drop'] as const

/** What a fault answers instead, `drop` for nothing at all; undefined: the call goes through. */
export function struckBy(world: World, call: Call): Answer | 'drop' | 'truncated' | undefined {
  const death = world.faults.strike(['token'], call)
  if (death) world.tokens.kill(death.subcode)
  const fault = world.faults.strike(callFaults, call)
  if (fault === undefined) return undefined
  if (fault.kind === 'drop' || fault.kind === 'truncated') return fault.kind
  if (fault.kind === 'empty') return { status: 200, headers: { 'content-type': 'application/json' }, body: '' }
  if (fault.kind === 'status') {
    const body = fault.body ?? '<html><head><title>Error</title></head><body>Sorry, something went wrong.</body></html>'
    return { status: fault.status, headers: { 'content-type': 'text/html', ...fault.headers }, body }
  }
  return toError(fault, call, world).toAnswer()
}

function toError(fault: Extract<Fault, { kind: 'error' }>, call: Call, { usage }: World): GraphError {
  const text: Partial<ErrorText> = {
    ...(fault.message === undefined ? {} : { message: fault.message }),
    ...(fault.subcode === undefined ? {} : { subcode: fault.subcode }),
    ...(fault.status === undefined ? {} : { status: fault.status }),
    ...(fault.isTransient === undefined ? {} : { isTransient: fault.isTransient }),
    ...(fault.minutes === undefined
      ? {}
      : { headers: usage.headers(call.accountId, { percent: 100, minutes: fault.minutes }) }),
  }
  return errorOf(fault.code, text)
}
