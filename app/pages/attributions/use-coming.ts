import { useLocation, useNavigation } from 'react-router'
import { parseSearch, type SearchState, withSearch } from '../../search/index.ts'

/** What is chosen, and whether other figures are on their way. */
interface Coming {
  /** As the address says, or is about to say: a choice shows at once, figures follow. */
  readonly state: SearchState
  readonly isWaiting: boolean
}

/** The address of the page, ahead of what has been loaded. */
export function useComing(): Coming {
  const location = useLocation()
  const navigation = useNavigation()
  const now = parseSearch(location.search)
  const next = navigation.location?.pathname === location.pathname ? parseSearch(navigation.location.search) : now
  return { state: next, isWaiting: figuresSearch(next) !== figuresSearch(now) }
}

/** What figures depend on. */
function figuresSearch(state: SearchState): string {
  return withSearch(state, { unfolded: [], place: undefined, order: undefined, sort: undefined, after: undefined })
}
