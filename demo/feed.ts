import { instantText } from './local-time.ts'

/** A shop whose story continues. */
export interface Feed<Order extends { readonly createdAt: string }> {
  /** The orders of the whole story in their state at an instant, oldest first. */
  readonly tell: (now: Date) => readonly Order[]
  /** Places an order in the simulated store, which sends its webhooks. */
  readonly place: (order: Order) => void
}

/** The delay after which an order reaches the store, in milliseconds, so that orders paid immediately arrive paid. */
const lagMs = 120_000
/** How far ahead the story is generated to find the next orders: generating it takes a second. */
const aheadMs = 2 * 86_400_000

/** Returns a function to call repeatedly: it places every order that has become due since, each once. */
export function makeFeed<Order extends { readonly createdAt: string }>(
  { tell, place }: Feed<Order>,
  since: Date,
): (now: Date) => void {
  let placedUntil = textOf(since.getTime())
  let due: readonly string[] = []
  let knownUntil = since.getTime()
  return (now) => {
    const until = textOf(now.getTime() - lagMs)
    if (now.getTime() >= knownUntil) {
      knownUntil = now.getTime() + aheadMs
      due = tell(new Date(knownUntil)).map(({ createdAt }) => createdAt)
    }
    const isDue = (createdAt: string) => createdAt > placedUntil && createdAt <= until
    if (!due.some(isDue)) return
    for (const order of tell(now)) if (isDue(order.createdAt)) place(order)
    placedUntil = until
  }
}

function textOf(ms: number): string {
  return instantText(Math.floor(ms / 1000))
}
