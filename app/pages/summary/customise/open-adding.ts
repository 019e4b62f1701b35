import type { Text } from '../../../language/index.ts'
import { showToast } from '../../../ui/index.ts'
import type { Arranging } from '../layout/arranging.tsx'
import { addWidget } from '../moves.ts'

/** Lets the person add a widget; its code comes with the first one. */
export async function openAdding(arranging: Arranging, t: Text): Promise<void> {
  const { askForWidget } = await import('./add-dialog.tsx')
  const { catalogue, view } = arranging
  const added = await askForWidget({ catalogue, view })
  if (!added) return
  arranging.change(addWidget({ ...added.settings, key: newKey(), section: added.section }, arranging))
  showToast(t('add.added', { name: added.title }))
}

/** Keys only have to differ within one person's summary. */
function newKey(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(2))
  return `own.${[...numbers].map((number) => number.toString(36)).join('')}`
}
