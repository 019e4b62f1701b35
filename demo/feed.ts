import { instantText } from './local-time.ts'

/** A shop whose story goes on. */
export interface Feed<Order extends { readonly createdAt: string }> {
  /** The orders of the whole story as they stand at an instant, oldest first. */
  readonly tell: (now: Date) => readonly Order[]
  /** Places an order in the simulated store, which tells whoever wants to know. */
  readonly place: (order: Order) => void
}

/** So long after it was placed an order reaches the store: paid at once, if it is paid at once. */
const lagMs = 120_000
/** The story is told so far ahead to know when the next orders are due: telling it takes a second. */
const aheadMs = 2 * 86_400_000

/** Gives what to call again and again: it places every order whose time has come since, each once. */
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
