import { type Conversions, type ReceivedEvent } from '../ads/conversions.ts'
import type { Answer } from '../web/exchange.ts'
import { answerInstead } from '../web/faults.ts'
import type { FakeRequest } from './answers.ts'
import type { Facts } from './facts.ts'
import type { Call, FakeFaults, Fault } from './faults.ts'
import { type ErrorText, errorOf, type GraphError } from './graph-error.ts'
import type { Settings } from './options.ts'
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
  readonly conversions: Conversions<ReceivedEvent & { readonly datasetId: string; readonly eventName: string }>
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

const callFaults = ['error', 'status', 'truncated', 'empty', 'slow', 'hang', 'drop'] as const

/** The fault that a call runs into, if any; a token may die of one. */
export function struckBy(world: World, call: Call) {
  const death = world.faults.strike(['token'], call)
  if (death) world.tokens.kill(death.subcode)
  return world.faults.strike(callFaults, call)
}

const sorry = '<html><head><title>Error</title></head><body>Sorry, something went wrong.</body></html>'

/** What a fault answers instead of Meta; undefined: the call goes through. */
export function answerOf(fault: ReturnType<typeof struckBy>, call: Call, world: World): Answer | undefined {
  if (fault?.kind === 'error') return toError(fault, call, world).toAnswer()
  return answerInstead(fault?.kind === 'status' ? { ...fault, body: fault.body ?? sorry } : fault)
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
