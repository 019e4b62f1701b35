import { useContext, useEffect, useEffectEvent } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigate } from 'react-router'
import { rebaseSearch } from './rebase-search.ts'

/** The query of the address, or of the pending navigation, where it differs from the rendered one. */
export function useSearchAhead(): () => string | undefined {
  const readQueries = useQueries()
  return () => {
    const queries = readQueries()
    return queries && queries.now !== queries.drawn ? queries.now : undefined
  }
}

/** Applies a choice whose query was calculated at render time; choices made since are kept. */
export function useChoose(): (search: string, options?: { readonly replace?: boolean }) => void {
  const navigate = useNavigate()
  const rebase = useRebase()
  return (search, options) => void navigate({ search: rebase(search) }, { preventScrollReset: true, ...options })
}

const marked = 'data-leads-on'

/** Marks a link that rebases itself on the latest address when pressed. */
export const leadsOnFromLatest = { [marked]: '' }

/**
 * Rebases all links that stay on their page: a page that renders slowly offers links of its earlier state, and a press on one
 * would undo the choice before it. Use it once, around all pages.
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
    // The router ignores a press whose default was prevented; the link's other handlers still run.
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

/** Whether a press navigates in the same tab. */
export function isPlainPress({ button, metaKey, ctrlKey, shiftKey, altKey }: PlainPress): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}

type PlainPress = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** Converts a query calculated at render time to what it means now. */
function useRebase(): (target: string) => string {
  const readQueries = useQueries()
  return (target) => {
    const queries = readQueries()
    return queries === undefined ? target : rebaseSearch({ ...queries, target })
  }
}

/** The rendered query, and the one of the address or the pending navigation. */
function useQueries(): () => { readonly drawn: string; readonly now: string } | undefined {
  const drawn = useLocation()
  // Hooks report the location only after rendering; the router itself knows the present and the pending one.
  const router = useContext(DataRouterContext)?.router
  return () => {
    if (router === undefined) return undefined
    const { location, navigation } = router.state
    const next = navigation.location ?? location
    return next.pathname === drawn.pathname ? { drawn: drawn.search, now: next.search } : undefined
  }
}
