import { ConnectFirst, NothingHere } from '../../blocks/figures-page/empty-states.tsx'
import type { SearchState } from '../../search/index.ts'
import type { printScreen } from './print-screen.server.ts'

// What only a shop that has just been connected, or not yet, has to show: loaded when there is something of it.

export { ImportProgress } from '../../blocks/connections/import-progress.tsx'

interface NoFiguresProps {
  readonly content: ReturnType<typeof printScreen>
  readonly state: SearchState
}

/** Replaces the board. */
export function NoFigures({ content, state }: NoFiguresProps) {
  const { shop, hasConnection, firstYear, importing } = content
  if (!hasConnection) return <ConnectFirst domain={shop.domain} />
  return (
    <NothingHere
      firstYear={firstYear}
      isFiltered={state.filters.length > 0}
      isImporting={importing.length > 0}
      state={state}
    />
  )
}
