import { formText } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import { columnsPatch } from './columns.ts'
import { moveKey } from './move-key.ts'

/**
 * Stores the person's columns from the form: `column` lists them in order, `move` first moves one of them (`up:adSpend`),
 * `intent` `usual` resets them. Throws `invalid_input` where the preference refuses the list.
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
