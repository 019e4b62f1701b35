import { listen } from './guard.ts'

/** A page that a visitor has come to. */
type Visit = (url: string, referrer: string) => void

interface NavigationLike extends EventTarget {
  readonly currentEntry?: object | null
}

/** Tells each page: the first, those that a theme shows without loading, and those that come back from the browser's memory. */
export function watchPages(visit: Visit): void {
  let seen = location.href
  visit(seen, document.referrer)
  const turn = (isReplaced: boolean) => {
    const { href } = location
    const [before, now] = [pageOf(seen, isReplaced), pageOf(href, isReplaced)]
    const from = seen
    seen = href
    if (before !== now) visit(href, from)
  }
  listen(window, 'pageshow', (event) => {
    if (event instanceof PageTransitionEvent && event.persisted) visit(location.href, '')
  })
  watchHistory(turn)
}

/** By the browser's own navigation events where it has them; otherwise by the calls that make such pages. */
function watchHistory(turn: (isReplaced: boolean) => void): void {
  const navigation: NavigationLike | undefined = Reflect.get(window, 'navigation')
  if (navigation?.currentEntry) {
    listen(navigation, 'currententrychange', (event) => turn(Reflect.get(event, 'navigationType') === 'replace'))
    return
  }
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name]
    history[name] = (...given) => {
      original.apply(history, given)
      setTimeout(turn, 0, name === 'replaceState')
    }
  }
  listen(window, 'popstate', () => turn(false))
}

/** What makes a page another one. A theme that replaces only parameters has chosen a variant or tidied its address. */
function pageOf(address: string, isReplaced: boolean): string {
  const { pathname, search, hash } = new URL(address)
  return pathname + (isReplaced ? '' : search) + (/^#!?\//.test(hash) ? hash : '')
}
