import type { Call } from './call.ts'
import { missing, StripeError } from './errors.ts'
import { finalize, makeInvoice } from './invoices.ts'
import type { InvoiceLine, Price, Subscription, SubscriptionItem } from './objects.ts'
import type { Params } from './params.ts'
import { change, isOtherInterval, periodEnd, prorations, refuseUnpayable, settle } from './subscriptions.ts'
import { newId } from './world.ts'

/** What to do where a payment fails. */
export const paymentBehaviours = [
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
] as const

/** What to do with the rest of a period. */
export const prorationWays = ['create_prorations', 'always_invoice', 'none'] as const

/** An item as a change wants it; `now` is undefined where it is a new one. */
interface ItemChange {
  readonly now: SubscriptionItem | undefined
  readonly price: Price
  readonly quantity: number
  readonly isDeleted: boolean
}

/** What the items are to be. An entry without an id is one more item, as at Stripe. */
export function itemChanges({ account }: Call, subscription: Subscription, items: readonly Params[]): ItemChange[] {
  return items.map((item) => {
    const id = item.text('id')
    const now = subscription.items.data.find((each) => each.id === id)
    if (id !== undefined && !now) throw missing('subscription_item', id, item.pathOf('id'))
    const isSame = now !== undefined && !item.has('price')
    const price = isSame ? now.price : account.price(item.required('price'), item.pathOf('price'))
    refusePrice(subscription, price, { id, param: item.pathOf('price') })
    const isDeleted = item.flag('deleted') ?? false
    return { now, price, quantity: item.integer('quantity') ?? now?.quantity ?? 1, isDeleted }
  })
}

function refusePrice(
  { items, currency }: Subscription,
  price: Price,
  { id, param }: { readonly id: string | undefined; readonly param: string },
): void {
  if (items.data.some((each) => each.price.id === price.id && each.id !== id)) {
    throw new StripeError(400, `Cannot add multiple subscription items with the same plan: ${price.id}`, { param })
  }
  if (price.currency !== currency) {
    throw new StripeError(
      400,
      `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${currency}\`.`,
      { param },
    )
  }
}

/** What changes cost for the rest of the period. */
export function linesOf(
  call: Call,
  subscription: Subscription,
  { changes, at, way }: { readonly changes: readonly ItemChange[]; readonly at: number; readonly way: string },
): InvoiceLine[] {
  if (way === 'none') return []
  return changes.flatMap(({ now, price, quantity }) =>
    !now || (now.price.id === price.id && now.quantity === quantity)
      ? []
      : prorations(call.account, subscription, { item: now, wanted: { price, quantity }, at }),
  )
}

/** Changes items, charges or credits the rest of the period now or with the next invoice. */
export function changeItems(call: Call, subscription: Subscription): void {
  const { world, account, params } = call
  const changes = itemChanges(call, subscription, params.list('items'))
  if (changes.length === 0) return
  const behaviour = behaviourOf(call, subscription)
  const way = params.oneOf('proration_behavior', prorationWays) ?? 'create_prorations'
  const now = account.clock.now()
  const at = params.integer('proration_date') ?? now
  const lines = linesOf(call, subscription, { changes, at, way })
  const isReset = subscription.status !== 'trialing' && resets(changes)
  const isCharged = lines.length > 0 && (isReset || way === 'always_invoice')
  if (isCharged && behaviour === 'error_if_incomplete') refuseUnpayable(account, subscription)
  change(account, subscription, () => {
    subscription.items.data.splice(0, Number.POSITIVE_INFINITY, ...itemsAfter(subscription, changes, now))
    if (isReset) beginPeriod(subscription, now)
  })
  if (!isCharged) {
    account.pending.set(subscription.id, [...(account.pending.get(subscription.id) ?? []), ...lines])
    return
  }
  const invoice = makeInvoice(account, subscription, { reason: 'subscription_update', lines })
  finalize(world, account, invoice)
  if (behaviour !== 'default_incomplete') settle(world, account, { invoice })
}

function behaviourOf({ params }: Call, { status }: Subscription): (typeof paymentBehaviours)[number] {
  if (status === 'incomplete') {
    throw new StripeError(
      400,
      'You cannot update a subscription in `incomplete` status in a way that results in a new invoice.',
      { param: 'items' },
    )
  }
  const behaviour = params.oneOf('payment_behavior', paymentBehaviours) ?? 'allow_incomplete'
  if (behaviour !== 'pending_if_incomplete') return behaviour
  throw new StripeError(400, 'The simulated Stripe does not know pending updates.', { param: 'payment_behavior' })
}

/** Whether changes begin a new period at once. */
export function resets(changes: readonly ItemChange[]): boolean {
  return changes.some(({ now, price }) => now && isOtherInterval(now.price, price))
}

function beginPeriod(subscription: Subscription, now: number): void {
  subscription.billing_cycle_anchor = now
  for (const item of subscription.items.data) {
    item.current_period_start = now
    item.current_period_end = periodEnd(now, item.price)
  }
}

/** The items as they are after the changes. */
export function itemsAfter(
  { items, id }: Subscription,
  changes: readonly ItemChange[],
  now: number,
): SubscriptionItem[] {
  const kept = items.data.flatMap((item) => {
    const change = changes.find((each) => each.now?.id === item.id)
    if (change?.isDeleted) return []
    return [change ? { ...item, price: change.price, quantity: change.quantity } : item]
  })
  const first = items.data[0]
  const added = changes.flatMap(({ now: item, price, quantity }): SubscriptionItem[] =>
    item
      ? []
      : [
          {
            id: newId('si'),
            object: 'subscription_item',
            created: now,
            subscription: id,
            metadata: {},
            price,
            quantity,
            current_period_start: first?.current_period_start ?? now,
            current_period_end: first?.current_period_end ?? periodEnd(now, price),
          },
        ],
  )
  return [...kept, ...added]
}
