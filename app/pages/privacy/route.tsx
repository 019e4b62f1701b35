import { data } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { UserRoundX } from '../../icons.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { EmptyState } from '../../ui/index.ts'
import type { Route } from './+types/route.ts'
import { handleCustomer, loadRequests } from './privacy.server.ts'
import { PrivacyPage } from './privacy-page.tsx'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const { name, domain, display } = services.shop
  const now = args.context.get(servicesContext).now()
  const requests = services.may.handleCustomers ? await loadRequests(services, now) : null
  return { words: pageWords.words(display.language), name, domain, requests }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const { outcome, status } = await handleCustomer(services, await args.request.formData())
  return data({ outcome }, { status })
})

export default function PrivacyRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { words, name, domain, requests } = loaderData
  return (
    <WordsProvider words={words}>
      {requests === null ? (
        <PrivacyClosed name={name} />
      ) : (
        <PrivacyPage domain={domain} outcome={actionData?.outcome} requests={requests} />
      )}
    </WordsProvider>
  )
}

/** Shown to roles that may not handle customer data. */
function PrivacyClosed({ name }: { readonly name: string }) {
  const t = useWords()
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{t('page.title')}</PageTitle>
      <h1 className="font-semibold text-2xl tracking-tight">{t('page.title')}</h1>
      <EmptyState icon={UserRoundX} title={t('page.hidden')}>
        {t('page.hiddenAdvice', { name })}
      </EmptyState>
    </main>
  )
}
