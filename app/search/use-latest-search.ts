import { useContext, useEffect, useEffectEvent } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigate } from 'react-router'
import { rebaseSearch } from './rebase-search.ts'

/** Makes a choice whose query was worked out when the page was drawn; choices that were made since stay. */
export function useChoose(): (search: string, options?: { readonly replace?: boolean }) => void {
  const navigate = useNavigate()
  const rebase = useRebase()
  return (search, options) => void navigate({ search: rebase(search) }, { preventScrollReset: true, ...options })
}

/**
 * Lets every link that stays on its page be a choice of that kind: a page that is slow to draw offers links of how it was, and
 * a press on one would take the choice before it back. Place it once, around all pages.
 */
export function useLatestLinks(): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const rebase = useRebase()
  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || !link.href || event.defaultPrevented || !isPlain(event)) return
    if ((link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return
    const to = new URL(link.href)
    if (to.origin !== location.origin || to.pathname !== pathname) return
    const search = rebase(to.search)
    if (search === to.search) return
    // The router leaves a press alone that was answered; what the link does beside leading on, it still does.
    event.preventDefault()
    void navigate({ search }, { preventScrollReset: true })
  })
  useEffect(() => {
    const listen = (event: MouseEvent) => onClick(event)
    document.addEventListener('click', listen, { capture: true })
    return () => document.removeEventListener('click', listen, { capture: true })
  }, [])
}

function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}

/** From a query that was drawn to the one that it means now. */
function useRebase(): (target: string) => string {
  const drawn = useLocation()
  // What hooks tell is drawn too late: the router itself knows where it is, and where it is going.
  const router = useContext(DataRouterContext)?.router
  return (target) => {
    if (router === undefined) return target
    const { location, navigation } = router.state
    const next = navigation.location ?? location
    if (next.pathname !== drawn.pathname) return target
    return rebaseSearch({ drawn: drawn.search, target, now: next.search })
  }
}
