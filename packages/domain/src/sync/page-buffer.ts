/** What came next: an item, the end, or nothing within the time given. */
export type Taken<T> =
  | { readonly kind: 'item'; readonly item: T }
  | { readonly kind: 'end' }
  | { readonly kind: 'waiting' }

/** Items that are fetched ahead while earlier ones are being worked on. */
export interface PageBuffer<T> {
  /** The next item; throws what the source threw, after all items before it. Without a time it waits until there is one. */
  take(waitMs?: number): Promise<Taken<T>>
  /** Stops fetching and lets the source clean up. Abort what the source waits for first. */
  close(): Promise<void>
}

/** How much may wait to be taken; the item that reaches it is the last one. */
export interface ReadAhead<T> {
  readonly most: number
  readonly weigh: (item: T) => number
}

/** Reads `source` until so much waits to be taken, and goes on whenever something is. */
export function readAhead<T>(source: AsyncIterable<T>, { most, weigh }: ReadAhead<T>): PageBuffer<T> {
  const items: T[] = []
  let waiting = 0
  let outcome: { readonly error?: unknown } | undefined
  let closed = false
  let wakeTaker = () => {}
  let wakePump = () => {}

  const pump = async () => {
    for await (const item of source) {
      items.push(item)
      waiting += weigh(item)
      wakeTaker()
      if (waiting >= most && !closed) {
        await new Promise<void>((resolve) => {
          wakePump = resolve
        })
      }
      if (closed) return
    }
  }
  const pumped = pump().then(
    () => {
      outcome = {}
      wakeTaker()
    },
    (error: unknown) => {
      outcome = { error }
      wakeTaker()
    },
  )

  return {
    async take(waitMs) {
      if (items.length === 0 && outcome === undefined) {
        await waitFor((wake) => {
          wakeTaker = wake
        }, waitMs)
      }
      const item = items.shift()
      if (item !== undefined) {
        waiting -= weigh(item)
        wakePump()
        return { kind: 'item', item }
      }
      if (outcome === undefined) return { kind: 'waiting' }
      if ('error' in outcome) throw outcome.error
      return { kind: 'end' }
    },
    async close() {
      closed = true
      wakePump()
      await pumped
    },
  }
}

async function waitFor(register: (wake: () => void) => void, waitMs: number | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = waitMs === undefined ? undefined : setTimeout(resolve, waitMs)
    register(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
