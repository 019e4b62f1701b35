import { useLocation, useNavigation } from 'react-router'
import { parseSearch, type SearchState, withSearch } from '../../search/index.ts'

/** The pending choice, and whether its figures are still loading. */
interface Coming {
  /** State of the address, or of the pending navigation: a choice shows at once, figures follow. */
  readonly state: SearchState
  readonly isWaiting: boolean
}

/** The page's state, ahead of what has been loaded. */
export function useComing(): Coming {
  const location = useLocation()
  const navigation = useNavigation()
  const now = parseSearch(location.search)
  const next = navigation.location?.pathname === location.pathname ? parseSearch(navigation.location.search) : now
  return { state: next, isWaiting: figuresSearch(next) !== figuresSearch(now) }
}

/** The part of the address that figures depend on. */
function figuresSearch(state: SearchState): string {
  return withSearch(state, { unfolded: [], place: undefined, order: undefined, sort: undefined, after: undefined })
}
