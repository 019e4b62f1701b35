import { AppError } from '@tillsight/core'
import { formText } from '../../form-text.ts'
import type { ShopServices } from '../../services.ts'

/** Names of the fields that choose a heading. */
const columnPrefix = 'column:'

/** Carries out what a form of an import's page asks for; says whether the import is still there. */
export async function changeImport(
  { run }: Pick<ShopServices, 'run'>,
  id: string,
  form: FormData,
): Promise<'stays' | 'gone'> {
  switch (formText(form, 'intent')) {
    case 'plan':
      await run('import.plan', { import: id, ...readPlan(form) })
      return 'stays'
    case 'start':
      await run('import.start', { import: id })
      return 'stays'
    case 'undo':
      await run('import.undo', { import: id })
      return 'stays'
    case 'discard':
      await run('import.discard', { import: id })
      return 'gone'
    default:
      throw new AppError('invalid_input', 'The form says nothing that can be done. Reload the page and try again.')
  }
}

/** Headings were chosen for the columns of one format; of another one they say nothing. */
function readPlan(form: FormData) {
  const format = formText(form, 'format')
  if (format !== formText(form, 'before')) return { format, mapping: {} }
  const chosen = [...form].flatMap(([name, value]) =>
    name.startsWith(columnPrefix) && typeof value === 'string' ? [[name.slice(columnPrefix.length), value]] : [],
  )
  return { format, mapping: Object.fromEntries(chosen) }
}
