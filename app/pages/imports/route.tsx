import { largestUploadMb } from '@tillsight/domain/inputs'
import { data, href, redirect } from 'react-router'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { ageText, figureText, instantText } from '../../format/index.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { Route } from './+types/route.ts'
import { ImportsPage } from './imports-page.tsx'
import { type ImportLine, stateTones } from './model.ts'
import { pageWords } from './words.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const { language } = services.shop.display
  const now = args.context.get(servicesContext).now()
  return {
    words: pageWords.words(language),
    title: pageWords.say(language)('page.title'),
    domain: services.shop.domain,
    imports: services.may.importOrders ? await loadImports(services, now) : null,
    largestMb: largestUploadMb,
  }
})

/** The file is streamed, so the form is not parsed here. */
export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const { headers, body } = args.request
  try {
    const { id } = await services.uploadImport({ contentType: headers.get('content-type') ?? '', body })
    return redirect(href('/shop/:domain/integrations/imports/:import', { domain: services.shop.domain, import: id }))
  } catch (refusal) {
    const { language } = services.shop.display
    const general = pageWords.say(language)('refused.file')
    const { body: failure, status } = wordRefusal(refusal, { language, general })
    return data({ failure: failure.message }, { status })
  }
})

export default function ImportsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { words, title, ...shown } = loaderData
  return (
    <WordsProvider words={words}>
      <PageTitle>{title}</PageTitle>
      <ImportsPage {...shown} failure={actionData?.failure} />
    </WordsProvider>
  )
}

/** The imports of a shop, the newest first. */
async function loadImports(services: ShopServices, now: string): Promise<readonly ImportLine[]> {
  const { zone, display } = services.shop
  const imports = await services.run('import.list')
  const { language } = display
  const say = pageWords.say(language)
  const count = (value: number) => figureText(value, 'count', display)
  return imports.map(({ id, fileName, formatLabel, state, createdAt, by, rowsGood, rowsBad }) => ({
    id,
    fileName,
    format: formatLabel === '' ? say('list.noFormat') : formatLabel,
    state: { key: state, label: say(`state.${state}`), tone: stateTones[state] },
    began: say('list.age', { at: instantText(createdAt, zone, language), age: ageText(createdAt, now, language) }),
    by: by ?? say('list.commandLine'),
    rows: count(rowsGood),
    leftOut: count(rowsBad),
  }))
}
