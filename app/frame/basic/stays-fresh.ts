import { href, type ShouldRevalidateFunctionArgs } from 'react-router'

type Change = Pick<
  ShouldRevalidateFunctionArgs,
  'currentUrl' | 'nextUrl' | 'currentParams' | 'nextParams' | 'formMethod' | 'formAction' | 'defaultShouldRevalidate'
>

/** Whether the frame around a page is still valid: after a change of page or period within the same shop. */
export function staysFresh(change: Change): boolean {
  const { currentUrl, nextUrl, currentParams, nextParams, formMethod, formAction } = change
  if (formAction && framePaths.includes(formAction)) return false
  if (currentParams.domain !== nextParams.domain) return false
  // Only the search changed: by default the router would reload everything.
  const isOtherSearch = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  if (isOtherSearch && (formMethod === undefined || formMethod === 'GET')) return true
  return !change.defaultShouldRevalidate
}

/** The results of these forms show in the frame, even where the page itself need not be reloaded. */
const framePaths: readonly string[] = [href('/theme'), href('/frame'), href('/language')]
