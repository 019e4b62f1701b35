import { useText } from '../../../language/index.ts'
import { usePreference } from '../../../preference/preference-provider.tsx'
import { showToast } from '../../../ui/index.ts'
import type { PreferencePatch } from '../arrange.ts'
import { undoOf } from '../moves.ts'

/** Changes the layout, with a message that offers to undo it. */
export function useChangeWithUndo(): (patch: PreferencePatch, message: string) => void {
  const t = useText()
  const { preference, change } = usePreference()
  return (patch, message) => {
    const undo = undoOf(patch, preference)
    change(patch)
    showToast(message, 'done', { label: t('action.undo'), run: () => change(undo) })
  }
}
