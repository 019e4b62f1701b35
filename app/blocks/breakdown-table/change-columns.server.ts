import { formText } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import { columnsPatch } from './columns.ts'
import { moveKey } from './move-key.ts'

/**
 * Stores which columns somebody sees, as the form says: `column` in their order, `move` one of them before that
 * (`up:adSpend`), `intent` `usual` for none of one's own. Throws `invalid_input` where the preference refuses it.
 */
export async function changeColumns(
  services: Pick<ShopServices, 'run'>,
  form: FormData,
  toPatch: (keys: readonly string[] | null) => Readonly<Record<string, unknown>> = columnsPatch,
): Promise<void> {
  if (formText(form, 'intent') === 'usual') {
    await services.run('preference.change', { preference: toPatch(null) })
    return
  }
  const chosen = form.getAll('column').filter((key) => typeof key === 'string')
  const [direction, key = ''] = formText(form, 'move').split(':')
  const moved = direction === 'up' || direction === 'down' ? moveKey(chosen, key, direction) : chosen
  await services.run('preference.change', { preference: toPatch(moved.length > 0 ? moved : null) })
}
