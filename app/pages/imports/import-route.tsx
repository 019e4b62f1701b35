import { AppError } from '@tillsight/core'
import { data, href, redirect } from 'react-router'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { serverWords } from '../../language/server-words.server.ts'
import { formText, guarded } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { Route } from './+types/import-route.ts'
import { ImportPage } from './import-page.tsx'
import { loadImport } from './load-import.server.ts'
import { pageWords } from './words.server.ts'

/** Prefix of the fields that map a column to a heading. */
const columnPrefix = 'column:'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const { domain, display } = services.shop
  const page = await loadImport(services, args.params.import)
  return { words: { ...pageWords.words(display.language), ...serverWords(display.language, page) }, domain, page }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const { domain } = services.shop
  const form = await args.request.formData()
  try {
    const outcome = await changeImport(services, args.params.import, form)
    if (outcome === 'gone') return redirect(href('/shop/:domain/integrations/imports', { domain }))
    return redirect(href('/shop/:domain/integrations/imports/:import', { domain, import: args.params.import }))
  } catch (refusal) {
    const failure = wordRefusal(refusal, services.shop.display)
    return data({ failure: failure.body.message }, { status: failure.status })
  }
})

export default function ImportRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { words, ...shown } = loaderData
  return (
    <WordsProvider words={words}>
      <PageTitle>{shown.page.fileName}</PageTitle>
      <ImportPage {...shown} failure={actionData?.failure} />
    </WordsProvider>
  )
}

/** Runs a form of an import's page; returns whether the import still exists. */
async function changeImport({ run }: Pick<ShopServices, 'run'>, id: string, form: FormData): Promise<'stays' | 'gone'> {
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

/** Headings are mapped to the columns of one format; they are meaningless for another. */
function readPlan(form: FormData) {
  const format = formText(form, 'format')
  if (format !== formText(form, 'before')) return { format, mapping: {} }
  const chosen = [...form].flatMap(([name, value]) =>
    name.startsWith(columnPrefix) && typeof value === 'string' ? [[name.slice(columnPrefix.length), value]] : [],
  )
  return { format, mapping: Object.fromEntries(chosen) }
}
