import { href, redirect } from 'react-router'
import { ImportProgress } from '../../blocks/connections/import-progress.tsx'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { formText, guarded, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/done-route.ts'
import { confirmStep, loadSetupDone } from './checklist.server.ts'
import { ChecklistPage } from './checklist-page.tsx'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const content = await loadSetupDone(services, args.context.get(servicesContext).now())
  return { content, words: pageWords.words(services.shop.display.language) }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  await confirmStep(services, formText(await args.request.formData(), 'step'))
  return redirect(href('/shop/:domain/setup/done', { domain: services.shop.domain }))
})

export default function SetupDoneRoute({ loaderData: { content, words } }: Route.ComponentProps) {
  return (
    <WordsProvider words={words}>
      <SetupDoneScreen content={content} />
    </WordsProvider>
  )
}

/** Remaining setup steps, with the running import on top. */
function SetupDoneScreen({ content }: { readonly content: Awaited<ReturnType<typeof loadSetupDone>> }) {
  const { shop, steps, importing } = content
  const t = useWords()
  return (
    <>
      <PageTitle>{t('done.title')}</PageTitle>
      <ChecklistPage shop={shop} steps={steps}>
        <ImportProgress domain={shop.domain} initial={{ importing }} />
      </ChecklistPage>
    </>
  )
}
