import { AppError, type Clock } from '@tillsight/core'
import type { AuthSettings } from '../settings.ts'
import { createFailureCounter, type FailureCount, type FailureCounter } from './failure-counter.ts'
import { createIpLimits, type IpLimits } from './ip-limits.ts'
import { createKnownPlaces, type KnownPlaces } from './known-places.ts'
import { type MarkOptions, sweepMarks } from './marks.ts'
import { createPasswordFailures, type PasswordFailures } from './password-failures.ts'
import { createSendBudget, parseSendLimit, type SendBudget } from './send-budget.ts'
import { createSendInterval, type SendInterval } from './send-interval.ts'

/** Every limit of the service. */
export interface Limits {
  readonly ip: IpLimits
  /** All mails of this process. */
  readonly emailBudget: SendBudget
  /** All text messages of this process. */
  readonly smsBudget: SendBudget
  readonly sendInterval: SendInterval
  readonly passwordFailures: PasswordFailures
  readonly knownPlaces: KnownPlaces
  failureCounter(what: FailureCount): FailureCounter
  /** Deletes what has expired; answers how many rows. */
  sweep(): Promise<number>
}

/** Where limits are kept, and how high they are. */
export interface LimitsOptions extends MarkOptions {
  readonly settings: Pick<AuthSettings, 'limits'> & {
    readonly email: Pick<AuthSettings['email'], 'budget'>
    readonly sms: Pick<AuthSettings['sms'], 'budget'>
  }
}

/** Throws `invalid_input` for a budget that is neither `30` nor `30/10m`. */
export function createLimits(options: LimitsOptions): Limits {
  const { settings, clock } = options
  return {
    ip: createIpLimits({ rates: settings.limits, clock }),
    emailBudget: budget('AUTH_RATE_LIMIT_EMAIL_SENT', settings.email.budget, clock),
    smsBudget: budget('AUTH_RATE_LIMIT_SMS_SENT', settings.sms.budget, clock),
    sendInterval: createSendInterval(options),
    passwordFailures: createPasswordFailures(options),
    knownPlaces: createKnownPlaces(options),
    failureCounter: (what) => createFailureCounter(options, what),
    sweep: () => sweepMarks(options),
  }
}

function budget(name: string, text: string, clock: Clock): SendBudget {
  const limit = parseSendLimit(text)
  if (limit) return createSendBudget(limit, clock)
  throw new AppError('invalid_input', `${name}: “${text}” is neither a number per hour nor of the form 30/10m.`)
}
