import { expireSession } from './hosted-routes.ts'
import { finalize, subscriptionIdOf } from './invoices.ts'
import type { Invoice, Subscription } from './objects.ts'
import { enterPhase } from './schedule-routes.ts'
import { cancelNow, endTrial, expireIncomplete, renew, settle } from './subscriptions.ts'
import { type Account, day, hour, type World } from './world.ts'

/** Something that time does. */
export interface Due {
  /** Seconds since 1970. */
  readonly at: number
  readonly run: () => void
}

const incompleteSeconds = 23 * hour
const warningSeconds = 3 * day

/** What time does next; undefined: nothing. */
export function nextDue(world: World): Due | undefined {
  const all = [world.test, world.live].flatMap((account) => [
    ...account.subscriptions.values().flatMap((one) => ofSubscription(world, account, one)),
    ...account.invoices.values().flatMap((one) => ofInvoice(world, account, one)),
    ...account.sessions
      .values()
      .filter(({ status }) => status === 'open')
      .map((session) => ({ at: session.expires_at, run: () => expireSession(account, session) })),
  ])
  return all.toSorted((one, other) => one.at - other.at)[0]
}

function ofSubscription(world: World, account: Account, subscription: Subscription): Due[] {
  const { status, trial_end: trialEnd, cancel_at: cancelAt } = subscription
  const ends = cancelAt === null ? [] : [{ at: cancelAt, run: () => cancelNow(account, subscription) }]
  switch (status) {
    case 'incomplete':
      return [{ at: subscription.created + incompleteSeconds, run: () => expireIncomplete(account, subscription) }]
    case 'trialing': {
      const end = trialEnd ?? account.clock.now()
      const warning = {
        at: Math.max(subscription.created, end - warningSeconds),
        run: () => warn(account, subscription),
      }
      return [
        ...ends,
        ...(account.warned.has(subscription.id) ? [] : [warning]),
        { at: end, run: () => endTrial(world, account, subscription) },
      ]
    }
    case 'active':
    case 'past_due':
    case 'unpaid': {
      const next = Math.min(...subscription.items.data.map((item) => item.current_period_end))
      return [...ends, { at: next, run: () => nextPeriod(world, account, subscription) }]
    }
    case 'paused':
      return ends
    default:
      return []
  }
}

function warn(account: Account, subscription: Subscription): void {
  account.warned.add(subscription.id)
  account.record('customer.subscription.trial_will_end', subscription)
}

function nextPeriod(world: World, account: Account, subscription: Subscription): void {
  if (subscription.cancel_at_period_end) return cancelNow(account, subscription)
  enterPhase(account, subscription)
  renew(world, account, { subscription })
}

function ofInvoice(world: World, account: Account, invoice: Invoice): Due[] {
  const { automatically_finalizes_at: finalizesAt, next_payment_attempt: retryAt } = invoice
  if (invoice.status === 'draft' && finalizesAt !== null) {
    const run = () => {
      finalize(world, account, invoice)
      settle(world, account, { invoice })
    }
    return [{ at: finalizesAt, run }]
  }
  const subscription = account.subscriptions.get(subscriptionIdOf(invoice))
  if (invoice.status !== 'open' || retryAt === null || subscription?.ended_at !== null) return []
  return [{ at: retryAt, run: () => void settle(world, account, { invoice }) }]
}
