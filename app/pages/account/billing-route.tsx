import { data, href, Link, redirect } from 'react-router'
import { BillingCards } from '../../blocks/billing/billing-page.tsx'
import { changeBilling } from '../../blocks/billing/change-billing.server.ts'
import { loadBilling } from '../../blocks/billing/load-billing.server.ts'
import { billingPage } from '../../blocks/billing/model.ts'
import { billingWords } from '../../blocks/billing/words.server.ts'
import { useBillingWords } from '../../blocks/billing/words.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded, languageContext, notFound, servicesContext } from '../../request.server.ts'
import type { AppServices } from '../../services.ts'
import { buttonClass } from '../../ui/index.ts'
import type { Route } from './+types/billing-route.ts'
import { FreeBilling } from './free-billing.tsx'
import { PageHead } from './parts.tsx'
import { useWords } from './words.ts'

/** The organisations of the person, and the one that the address names, or the first. Throws 404 for any other. */
async function organisationsOf(services: AppServices, url: URL) {
  const all = await services.run('organisation.list')
  const asked = url.searchParams.get('organisation')
  const current = asked === null ? all[0] : all.find(({ organisation }) => organisation === asked)
  if (asked !== null && !current) throw notFound('There is no such organisation among yours.')
  const page = current && billingPage(href('/account/billing'), { organisation: current.organisation })
  return { all, current, page }
}

export const loader = guarded(async ({ context, url }: Route.LoaderArgs) => {
  const services = context.get(servicesContext)
  const language = await context.get(languageContext)()
  const { all, current, page } = await organisationsOf(services, url)
  const shops = await services.listShops()
  const shop = shops.find(({ organisation }) => organisation === current?.organisation)
  const model =
    current &&
    page !== undefined &&
    (await loadBilling(await services.inOrganisation(current.organisation), {
      page,
      search: url.searchParams,
      exportPage: shop ? href('/shop/:domain/settings/exports', { domain: shop.domain }) : null,
      language,
      numbers: language,
      zone: shop?.zone ?? 'UTC',
      now: services.now(),
    }))
  return {
    shopCount: shops.length,
    billing: model ? { model, words: billingWords.words(language) } : undefined,
    organisations: all.map(({ organisation, name }) => ({
      name,
      page: billingPage(href('/account/billing'), { organisation }),
      isCurrent: organisation === current?.organisation,
    })),
  }
})

export const action = guarded(async ({ context, request, url }: Route.ActionArgs) => {
  const services = context.get(servicesContext)
  const { current, page } = await organisationsOf(services, url)
  if (!current || page === undefined) throw notFound('You belong to no organisation.')
  const run = await services.inOrganisation(current.organisation)
  const language = await context.get(languageContext)()
  const change = await changeBilling(run, await request.formData(), { language, shop: undefined })
  if ('outcome' in change) return data({ outcome: change.outcome }, { status: change.status })
  return redirect(billingPage(page, { done: change.done }))
})

export default function BillingRoute({ loaderData, actionData }: Route.ComponentProps) {
  const t = useWords()
  const { billing, organisations, shopCount } = loaderData
  return (
    <>
      <PageTitle>{t('frame.billing')}</PageTitle>
      {billing ? (
        <>
          <PageHead title={t('frame.billing')} />
          <WordsProvider words={billing.words}>
            {organisations.length > 1 && <OrganisationLinks organisations={organisations} />}
            <BillingCards model={billing.model} outcome={actionData?.outcome} />
          </WordsProvider>
        </>
      ) : (
        <>
          <PageHead title={t('frame.billing')}>{t('billing.about')}</PageHead>
          <FreeBilling shopCount={shopCount} />
        </>
      )}
    </>
  )
}

interface OrganisationLinksProps {
  readonly organisations: readonly { readonly name: string; readonly page: string; readonly isCurrent: boolean }[]
}

/** Each organisation has a plan of its own. */
function OrganisationLinks({ organisations }: OrganisationLinksProps) {
  const t = useBillingWords()
  return (
    <nav aria-label={t('pay.organisation')} className="mb-6 flex flex-wrap gap-2">
      {organisations.map(({ name, page, isCurrent }) => (
        <Link
          aria-current={isCurrent ? 'page' : undefined}
          className={`${buttonClass('quiet', 'small')} aria-[current]:bg-hover aria-[current]:text-ink`}
          dir="auto"
          key={page}
          to={page}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
