import { createContext, type ReactNode, use, useCallback, useMemo } from 'react'
import { useText } from '../../../language/index.ts'
import { usePreference } from '../../../preference/preference-provider.tsx'
import { showToast } from '../../../ui/index.ts'
import { type Arrangement, arrange } from '../arrange.ts'
import type { PageView } from '../model.ts'
import { type Arranged, type PreferencePatch, undoOf } from '../moves.ts'
import type { SummaryCatalogue } from '../summary-catalogue.ts'

/** The current layout, and functions to change it. */
export interface Arranging extends Arranged {
  readonly view: PageView
  /** Applies at once and is stored in the background. */
  readonly change: (patch: PreferencePatch) => void
  /** Like `change`, with a message that offers to undo it. */
  readonly changeWithUndo: (patch: PreferencePatch, message: string) => void
}

const ArrangingContext = createContext<Arranging | undefined>(undefined)

interface ArrangingProviderProps {
  readonly catalogue: SummaryCatalogue
  readonly view: PageView
  readonly children: (arrangement: Arrangement) => ReactNode
}

/** Provides the layout that the person prefers, in the browser and on the server. */
export function ArrangingProvider({ catalogue, view, children }: ArrangingProviderProps) {
  const t = useText()
  const { preference, change } = usePreference()
  const { summary } = preference
  const { metric, by } = view.state
  const arrangement = useMemo(() => arrange(summary, catalogue, { metric, by }), [summary, catalogue, metric, by])
  const changeWithUndo = useCallback(
    (patch: PreferencePatch, message: string) => {
      const undo = undoOf(patch, { summary })
      change(patch)
      showToast(message, 'done', { label: t('action.undo'), run: () => change(undo) })
    },
    [change, summary, t],
  )
  const arranging = useMemo(
    () => ({ summary, catalogue, arrangement, view, change, changeWithUndo }),
    [summary, catalogue, arrangement, view, change, changeWithUndo],
  )
  return <ArrangingContext value={arranging}>{children(arrangement)}</ArrangingContext>
}

/** Only inside an `ArrangingProvider`. */
export function useArranging(): Arranging {
  const arranging = use(ArrangingContext)
  if (!arranging) throw new Error('Nothing is arranged here.')
  return arranging
}
