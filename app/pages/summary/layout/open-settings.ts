import { changeSettings } from '../moves.ts'
import type { WidgetFrame } from '../widget-frame.ts'
import type { Arranging } from './arranging.tsx'

/** Opens a widget's settings; the code is loaded on first use. */
export async function openSettings(frame: WidgetFrame, { change, catalogue }: Arranging): Promise<void> {
  const { askForSettings } = await import('../customise/settings-dialog.tsx')
  const draft = await askForSettings({ frame, catalogue })
  if (draft) change(changeSettings(frame.key, draft))
}
