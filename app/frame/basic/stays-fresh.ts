import { href, type ShouldRevalidateFunctionArgs } from 'react-router'

type Change = Pick<
  ShouldRevalidateFunctionArgs,
  'currentUrl' | 'nextUrl' | 'currentParams' | 'nextParams' | 'formMethod' | 'formAction' | 'defaultShouldRevalidate'
>

/** Whether what surrounds a page is still right: for another page, or other days, of the same shop. */
export function staysFresh(change: Change): boolean {
  const { currentUrl, nextUrl, currentParams, nextParams, formMethod, formAction } = change
  if (formAction && framePaths.includes(formAction)) return false
  if (currentParams.domain !== nextParams.domain) return false
  // Other days of the same page: the router would ask for everything again.
  const isOtherSearch = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  if (isOtherSearch && (formMethod === undefined || formMethod === 'GET')) return true
  return !change.defaultShouldRevalidate
}

/** What these forms save shows in the frame, even where the page itself need not be read again. */
const framePaths: readonly string[] = [href('/theme'), href('/frame'), href('/language')]
