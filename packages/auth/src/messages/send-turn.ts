import type { Auth } from '../context.ts'
import { AuthError } from '../wire/errors.ts'

/** One message to one address. Whether the address belongs to anybody makes no difference. */
export interface SendTurn {
  /** Turns of one kind are kept apart. */
  readonly kind: 'confirmation' | 'recovery' | 'email_change' | 'phone_change' | 'reauthentication'
  readonly by: 'email' | 'sms'
  readonly address: string
  /** How many go out; 1 unless told. */
  readonly messages?: number
}

/**
 * Runs `work`, which sends, if the address may be sent to by now and the budget allows. Throws `429` otherwise. When `work`
 * fails, the address may be tried again at once.
 */
export async function withSendTurn<T>(auth: Auth, turn: SendTurn, work: () => Promise<T>): Promise<T> {
  const { by, address, messages = 1 } = turn
  const kind = `${by} ${turn.kind}`
  const code = `over_${by}_send_rate_limit`
  const wait = await auth.limits.sendInterval.check(kind, address, auth.settings[by].sendInterval)
  if (wait > 0) {
    throw new AuthError(429, code, `For security purposes, you can only request this after ${wait} seconds.`)
  }
  try {
    if (!takeBudget(auth, turn, messages)) throw new AuthError(429, code, `${titles[by]} rate limit exceeded`)
    return await work()
  } catch (error) {
    await auth.limits.sendInterval.release(kind, address)
    throw error
  }
}

const titles = { email: 'email', sms: 'SMS' } as const

function takeBudget(auth: Auth, { by, address }: SendTurn, messages: number): boolean {
  // Test numbers get nothing sent.
  if (auth.settings[by].autoConfirm || (by === 'sms' && auth.settings.sms.testCodes.has(address))) return true
  const budget = by === 'email' ? auth.limits.emailBudget : auth.limits.smsBudget
  return Array.from({ length: messages }, () => budget.take()).every(Boolean)
}
