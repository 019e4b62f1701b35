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

/** Reads `source` until `ahead` items wait to be taken, and goes on whenever one is. */
export function readAhead<T>(source: AsyncIterable<T>, ahead: number): PageBuffer<T> {
  const items: T[] = []
  let outcome: { readonly error?: unknown } | undefined
  let closed = false
  let wakeTaker = () => {}
  let wakePump = () => {}

  const pump = async () => {
    for await (const item of source) {
      items.push(item)
      wakeTaker()
      if (items.length >= ahead && !closed) {
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
