import type { Surroundings } from './connection.ts'

/** Streams of changes of some shops, as the browser opens them. */
export function openStreams(shops: string): Surroundings {
  return {
    open(known, listener) {
      const query = new URLSearchParams({ shop: shops, ...(known === '' ? {} : { since: known }) })
      const source = new EventSource(`/api/shop/events?${query}`)
      const hear = ({ lastEventId }: MessageEvent): void => listener.heard(lastEventId)
      source.addEventListener('hello', hear)
      source.addEventListener('changed', hear)
      source.addEventListener('beat', () => listener.beat())
      source.addEventListener('error', () => listener.failed())
      return () => source.close()
    },
    after(milliseconds, work) {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
    random: Math.random,
  }
}

/** Connects while the page is seen and the network is there; the function that it gives ends that. */
export function whileSeen({ resume, pause }: { readonly resume: () => void; readonly pause: () => void }): () => void {
  const watching = new AbortController()
  const { signal } = watching
  const follow = (): void => (document.visibilityState === 'visible' && navigator.onLine ? resume() : pause())
  document.addEventListener('visibilitychange', follow, { signal })
  for (const event of ['online', 'offline', 'pageshow', 'focus']) addEventListener(event, follow, { signal })
  // A page that is kept for the way back must not hold a connection.
  addEventListener('pagehide', pause, { signal })
  follow()
  return () => {
    watching.abort()
    pause()
  }
}
