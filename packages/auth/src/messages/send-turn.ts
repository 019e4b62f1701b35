import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { SendBudget } from '../limits/index.ts'

/** One message to one address. Whether the address belongs to anybody makes no difference. */
export interface SendTurn {
  /** Turns of one kind are kept apart. */
  readonly kind: 'confirmation' | 'recovery' | 'email_change' | 'phone_change' | 'reauthentication'
  readonly by: 'email' | 'sms'
  readonly address: string
  /** How many go out; 1 unless told. */
  readonly messages?: number
}

/** What `work` says when nothing went out: nobody has the address, and the caller is not to learn that. */
export type Pretend = () => void

/**
 * Runs `work`, which sends, if the address may be sent to by now and the budget allows. Throws `429` otherwise. When `work`
 * fails, the address may be tried again at once.
 *
 * A pretended message is refused exactly when a real one would be, and costs no other person's mail: it has its place in the
 * budget while it runs, and gives it back. With a budget of its own it would be refused at other times than a real one, which
 * would tell who has an account.
 */
export async function withSendTurn<T>(auth: Auth, turn: SendTurn, work: (pretend: Pretend) => Promise<T>): Promise<T> {
  const { by, address, messages = 1 } = turn
  const kind = `${by} ${turn.kind}`
  const code = `over_${by}_send_rate_limit`
  const wait = await auth.limits.sendInterval.check(kind, address, auth.settings[by].sendInterval)
  if (wait > 0) {
    throw new AuthError(429, code, `For security purposes, you can only request this after ${wait} seconds.`)
  }
  try {
    const budget = budgetOf(auth, turn)
    if (budget && !takeAll(budget, messages)) throw new AuthError(429, code, `${titles[by]} rate limit exceeded`)
    return await work(() => budget?.giveBack())
  } catch (error) {
    await auth.limits.sendInterval.release(kind, address)
    throw error
  }
}

const titles = { email: 'email', sms: 'SMS' } as const

/** Undefined where no number of messages is too many. */
function budgetOf(auth: Auth, { by, address }: SendTurn): SendBudget | undefined {
  // Test numbers get nothing sent.
  if (auth.settings[by].autoConfirm || (by === 'sms' && auth.settings.sms.testCodes.has(address))) return undefined
  return by === 'email' ? auth.limits.emailBudget : auth.limits.smsBudget
}

function takeAll(budget: SendBudget, messages: number): boolean {
  return Array.from({ length: messages }, () => budget.take()).every(Boolean)
}
