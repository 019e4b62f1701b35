import { AppError } from '@tillsight/core'
import { formText } from '../../form-text.ts'
import type { ImportPlan } from '../../importing.ts'
import type { ShopServices } from '../../services.ts'

/** Names of the fields that choose a heading. */
const columnPrefix = 'column:'

/** Carries out what a form of an import's page asks for; says whether the import is still there. */
export async function changeImport(services: ShopServices, id: string, form: FormData): Promise<'stays' | 'gone'> {
  switch (formText(form, 'intent')) {
    case 'plan':
      await services.planImport(id, readPlan(form))
      return 'stays'
    case 'start':
      await services.startImport(id)
      return 'stays'
    case 'undo':
      await services.undoImport(id)
      return 'stays'
    case 'discard':
      await services.discardImport(id)
      return 'gone'
    default:
      throw new AppError('invalid_input', 'The form says nothing that can be done. Reload the page and try again.')
  }
}

/** Headings were chosen for the columns of one format; of another one they say nothing. */
function readPlan(form: FormData): ImportPlan {
  const format = formText(form, 'format')
  if (format !== formText(form, 'before')) return { format, mapping: {} }
  const chosen = [...form].flatMap(([name, value]) =>
    name.startsWith(columnPrefix) && typeof value === 'string' ? [[name.slice(columnPrefix.length), value]] : [],
  )
  return { format, mapping: Object.fromEntries(chosen) }
}
