import type { Call, Route } from './call.ts'
import { missing, StripeError } from './errors.ts'
import type { Schedule, SchedulePhase, Subscription } from './objects.ts'
import type { Params } from './params.ts'
import { change } from './subscriptions.ts'
import type { Account } from './world.ts'

function create({ account, params }: Call): Schedule {
  params.allow('from_subscription', 'metadata')
  if (params.has('from_subscription') && params.has('metadata')) {
    throw new StripeError(400, 'You cannot set `metadata` if `from_subscription` is set.', { param: 'metadata' })
  }
  const subscription = account.subscription(params.required('from_subscription'), 'from_subscription')
  if (subscription.schedule !== null) {
    throw new StripeError(400, 'You cannot migrate a subscription that is already attached to a schedule.', {
      param: 'from_subscription',
    })
  }
  const [item] = subscription.items.data
  const phase = {
    start_date: item?.current_period_start ?? account.clock.now(),
    end_date: item?.current_period_end ?? account.clock.now(),
    items: subscription.items.data.map(({ price, quantity }) => ({ price: price.id, quantity })),
    proration_behavior: 'create_prorations',
  }
  const schedule: Schedule = {
    ...account.stamp('sub_sched'),
    object: 'subscription_schedule',
    customer: subscription.customer,
    subscription: subscription.id,
    released_subscription: null,
    status: 'active',
    end_behavior: 'release',
    current_phase: { start_date: phase.start_date, end_date: phase.end_date },
    phases: [phase],
    metadata: {},
  }
  account.schedules.set(schedule.id, schedule)
  change(account, subscription, () => {
    subscription.schedule = schedule.id
  })
  account.record('subscription_schedule.created', schedule)
  return schedule
}

function scheduleOf({ account, id }: Call): Schedule {
  const found = account.schedules.get(id)
  if (!found) throw missing('subscription_schedule', id, 'schedule')
  return found
}

/** Phases as sent: each ends where the next begins, or lasts as long as it says. */
function phasesOf(account: Account, list: readonly Params[], now: Schedule): SchedulePhase[] {
  let start = now.current_phase?.start_date ?? account.clock.now()
  return list.map((phase, index) => {
    phase.allow('items', 'start_date', 'end_date', 'duration', 'proration_behavior', 'metadata', 'trial_end', 'trial')
    const from = phase.integer('start_date')
    if (index === 0 && from === undefined)
      throw new StripeError(400, 'You must specify the start_date of the first phase.', {
        param: phase.pathOf('start_date'),
      })
    if (index === 0 && from !== start) {
      throw new StripeError(400, 'You can not modify the start date of the current phase.', {
        param: phase.pathOf('start_date'),
      })
    }
    const begin = from ?? start
    const items = phase.list('items').map((item) => ({
      price: account.price(item.required('price'), item.pathOf('price')).id,
      quantity: item.integer('quantity') ?? 1,
    }))
    const end = phase.integer('end_date') ?? begin + durationOf(phase.below('duration'))
    start = end
    return {
      start_date: begin,
      end_date: end,
      items,
      proration_behavior: phase.text('proration_behavior') ?? 'create_prorations',
    }
  })
}

function durationOf(duration: Params): number {
  const days = { day: 1, week: 7, month: 31, year: 366 }[
    duration.oneOf('interval', ['day', 'week', 'month', 'year']) ?? 'month'
  ]
  return days * 86_400 * (duration.integer('interval_count') ?? 1)
}

function update(call: Call): Schedule {
  const { account, params } = call
  params.allow('phases', 'end_behavior', 'metadata', 'proration_behavior', 'default_settings')
  const schedule = scheduleOf(call)
  if (schedule.status !== 'active')
    throw new StripeError(
      400,
      `You cannot update a subscription schedule that is in the \`${schedule.status}\` status.`,
    )
  if (params.has('phases')) schedule.phases = phasesOf(account, params.list('phases'), schedule)
  schedule.end_behavior = params.oneOf('end_behavior', ['release', 'cancel']) ?? schedule.end_behavior
  schedule.metadata = params.metadata(schedule.metadata)
  account.record('subscription_schedule.updated', schedule)
  return schedule
}

function release(call: Call): Schedule {
  const schedule = scheduleOf(call)
  if (schedule.status !== 'active')
    throw new StripeError(
      400,
      `You cannot release a subscription schedule that is in the \`${schedule.status}\` status.`,
    )
  letGo(call.account, schedule)
  return schedule
}

function letGo(account: Account, schedule: Schedule): void {
  const subscription = account.subscriptions.get(schedule.subscription ?? '')
  schedule.status = 'released'
  schedule.released_subscription = schedule.subscription
  schedule.subscription = null
  schedule.current_phase = null
  account.record('subscription_schedule.released', schedule)
  if (!subscription) return
  change(account, subscription, () => {
    subscription.schedule = null
  })
}

/** Puts the items of the phase that begins now on a subscription that is about to renew. */
export function enterPhase(account: Account, subscription: Subscription): void {
  const schedule = account.schedules.get(subscription.schedule ?? '')
  if (schedule?.status !== 'active') return
  const now = account.clock.now()
  const phase = schedule.phases.find(
    ({ start_date }) => start_date > (schedule.current_phase?.start_date ?? 0) && start_date <= now,
  )
  if (phase) {
    schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date }
    const [item] = subscription.items.data
    const wanted = phase.items[0]
    const price = wanted && account.prices.get(wanted.price)
    if (item && price) {
      change(account, subscription, () => {
        subscription.items.data.splice(0, 1, { ...item, price, quantity: wanted.quantity })
      })
    }
    account.record('subscription_schedule.updated', schedule)
  }
  const isLast = schedule.phases.every(({ start_date }) => start_date <= now)
  if (isLast && schedule.end_behavior === 'release') letGo(account, schedule)
}

export const scheduleRoutes: Readonly<Record<string, Route>> = {
  'POST /v1/subscription_schedules': create,
  'GET /v1/subscription_schedules/:id': scheduleOf,
  'POST /v1/subscription_schedules/:id': update,
  'POST /v1/subscription_schedules/:id/release': release,
  'POST /v1/subscription_schedules/:id/cancel': (call) => {
    const schedule = scheduleOf(call)
    schedule.status = 'canceled'
    call.account.record('subscription_schedule.canceled', schedule)
    return schedule
  },
}
