import { useContext, useEffect, useEffectEvent } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigate } from 'react-router'
import { rebaseSearch } from './rebase-search.ts'

/** The query that the address has, or is about to have, where it is ahead of what is drawn. */
export function useSearchAhead(): () => string | undefined {
  const readQueries = useQueries()
  return () => {
    const queries = readQueries()
    return queries && queries.now !== queries.drawn ? queries.now : undefined
  }
}

/** Makes a choice whose query was worked out when the page was drawn; choices that were made since stay. */
export function useChoose(): (search: string, options?: { readonly replace?: boolean }) => void {
  const navigate = useNavigate()
  const rebase = useRebase()
  return (search, options) => void navigate({ search: rebase(search) }, { preventScrollReset: true, ...options })
}

const marked = 'data-leads-on'

/** Marks a link that works out by itself, when it is pressed, where it leads from the latest address. */
export const leadsOnFromLatest = { [marked]: '' }

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
    if (link === null || !link.href || event.defaultPrevented || !isPlainPress(event)) return
    if (!leadsOnFromDrawn(link)) return
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

function leadsOnFromDrawn(link: HTMLAnchorElement): boolean {
  const isHere = link.target === '' || link.target === '_self'
  return isHere && !link.hasAttribute('download') && !link.hasAttribute(marked)
}

/** A press that leads on in the same tab. */
export function isPlainPress({ button, metaKey, ctrlKey, shiftKey, altKey }: PlainPress): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}

type PlainPress = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** From a query that was drawn to the one that it means now. */
function useRebase(): (target: string) => string {
  const readQueries = useQueries()
  return (target) => {
    const queries = readQueries()
    return queries === undefined ? target : rebaseSearch({ ...queries, target })
  }
}

/** The query that the page is drawn with, and the one that its address has or is about to have. */
function useQueries(): () => { readonly drawn: string; readonly now: string } | undefined {
  const drawn = useLocation()
  // What hooks tell is drawn too late: the router itself knows where it is, and where it is going.
  const router = useContext(DataRouterContext)?.router
  return () => {
    if (router === undefined) return undefined
    const { location, navigation } = router.state
    const next = navigation.location ?? location
    return next.pathname === drawn.pathname ? { drawn: drawn.search, now: next.search } : undefined
  }
}
