/** The relevant properties of a pressed link. */
export interface PressedLink {
  readonly href: string
  readonly target: string
  readonly isDownload: boolean
  /** The main button, without a modifier key. */
  readonly isPlain: boolean
}

/** Whether the link leads to another page of ours, in this tab. */
export function leadsOn({ href, target, isDownload, isPlain }: PressedLink, current: string): boolean {
  if (!isPlain || isDownload || (target !== '' && target !== '_self')) return false
  const [to, from] = [new URL(href, current), new URL(current)]
  const staysOnPage = to.pathname === from.pathname && to.search === from.search
  return to.origin === from.origin && !staysOnPage
}

/** From now on links load whole documents: the router must not load pieces of another build into this page. */
export function loadDocuments(signal: AbortSignal): void {
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link === null || !link.href || event.defaultPrevented) return
      const { href, target } = link
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      // Stopping propagation keeps the router out, so the browser handles the link itself.
      if (leadsOn({ href, target, isDownload: link.hasAttribute('download'), isPlain }, location.href)) {
        event.stopImmediatePropagation()
      }
    },
    { capture: true, signal },
  )
}
