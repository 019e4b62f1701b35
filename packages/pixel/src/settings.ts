/** The script's settings in a shop, from attributes of its tag or of any element with the key. */
export interface Settings {
  readonly key: string
  /** Where events are sent. */
  readonly to: string
  /** Whether the shop needs no consent; otherwise the script waits for a decision. */
  readonly isGranted: boolean
  /** The collector sets the visitor's cookie itself, because it answers on the shop's own origin. */
  readonly hasServerCookie: boolean
  /** Whether to read buyers' activity from the shop's `dataLayer`. */
  readonly readsLayer: boolean
}

/** Reads the current script tag; if a tool has bundled scripts, the element with the key. */
export function readSettings(): Settings | undefined {
  const tag = document.currentScript
  const carrier = tag?.dataset.key ? tag : document.querySelector<HTMLElement>('[data-key^="tk_"]')
  const { key, to, consent, cookie, listen } = carrier?.dataset ?? {}
  if (!key) return
  const src = tag?.getAttribute('src') || location.href
  const target = new URL(to || '/p/collect', to ? location.href : new URL(src, location.href))
  return {
    key,
    to: target.href,
    isGranted: consent === 'granted',
    hasServerCookie: cookie ? cookie === 'server' : target.origin === location.origin,
    readsLayer: listen === 'dataLayer',
  }
}
