import { createContext, type ReactNode, use, useMemo } from 'react'
import { usePreference } from '../../../preference/preference-provider.tsx'
import { type Arrangement, arrange, type PreferencePatch } from '../arrange.ts'
import type { PageView } from '../model.ts'
import type { Arranged } from '../moves.ts'
import type { SummaryCatalogue } from '../summary-catalogue.ts'

/** The current layout, and functions to change it. */
export interface Arranging extends Arranged {
  readonly view: PageView
  /** Applies at once and is stored in the background. */
  readonly change: (patch: PreferencePatch) => void
}

const ArrangingContext = createContext<Arranging | undefined>(undefined)

interface ArrangingProviderProps {
  readonly catalogue: SummaryCatalogue
  readonly view: PageView
  readonly children: (arrangement: Arrangement) => ReactNode
}

/** Provides the layout that the person prefers, in the browser and on the server. */
export function ArrangingProvider({ catalogue, view, children }: ArrangingProviderProps) {
  const { preference, change } = usePreference()
  const { summary } = preference
  const { metric, by } = view.state
  const arrangement = useMemo(() => arrange(summary, catalogue, { metric, by }), [summary, catalogue, metric, by])
  const arranging = useMemo(
    () => ({ summary, catalogue, arrangement, view, change }),
    [summary, catalogue, arrangement, view, change],
  )
  return <ArrangingContext value={arranging}>{children(arrangement)}</ArrangingContext>
}

/** Only inside an `ArrangingProvider`. */
export function useArranging(): Arranging {
  const arranging = use(ArrangingContext)
  if (!arranging) throw new Error('Nothing is arranged here.')
  return arranging
}
