import type { Conversions, ReceivedEvent } from '../ads/conversions.ts'
import type { AdWorld } from '../ads/world.ts'
import type { Reply } from '../web/exchange.ts'
import { answerInstead, wireKinds } from '../web/faults.ts'
import type { Facts } from './facts.ts'
import type { Call, FakeFaults } from './faults.ts'
import type { Settings } from './options.ts'
import type { FakeRequest } from './responses.ts'
import { errorOf } from './responses.ts'
import type { Results, Runs } from './runs.ts'
import type { FakeToken, Tokens } from './tokens.ts'
import type { Usage } from './usage.ts'

/** The state shared by the routes of one simulated Meta. */
export interface World {
  readonly ads: AdWorld
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

/** One authenticated call. */
export interface SignedIn {
  readonly world: World
  readonly request: FakeRequest
  readonly token: FakeToken
}

/** The fault that a call runs into, if any; a token may die of one. What strikes later is asked for where it strikes. */
export function struckBy(world: World, call: Call) {
  const death = world.faults.strike(call, 'token')
  if (death) world.tokens.kill(death.subcode)
  return world.faults.strike(call, 'error', ...wireKinds)
}

const sorry = '<html><head><title>Error</title></head><body>Sorry, something went wrong.</body></html>'

/** The response of a fault instead of Meta's; undefined: the call proceeds. */
export function answerOf(fault: ReturnType<typeof struckBy>, call: Call, { usage }: World): Reply | undefined {
  if (fault?.kind !== 'error') return answerInstead(fault?.kind === 'status' ? { body: sorry, ...fault } : fault)
  const { kind: _kind, code, minutes, ...text } = fault
  const headers = minutes === undefined ? {} : { headers: usage.headers(call.accountId, { percent: 100, minutes }) }
  return errorOf(code, { ...text, ...headers }).toAnswer()
}
