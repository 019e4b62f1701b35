import { data, href, redirect } from 'react-router'
import { BillingCards } from '../../blocks/billing/billing-page.tsx'
import { changeBilling } from '../../blocks/billing/change-billing.server.ts'
import { loadBilling } from '../../blocks/billing/load-billing.server.ts'
import { type BillingModel, type BillingOutcome, billingPage } from '../../blocks/billing/model.ts'
import { billingWords } from '../../blocks/billing/words.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { dayText, figureText } from '../../format/index.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guard } from '../../guards/guard.server.ts'
import { type PageWords, WordsProvider } from '../../language/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { Route } from './+types/plans-route.ts'
import { FreePlan, type FreePlanModel } from './free-plan.tsx'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

export const middleware: Route.MiddlewareFunction[] = [guard('has-active-shop')]

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const { shop } = services
  const app = args.context.get(servicesContext)
  const { language, numbers } = shop.display
  const billing = await loadBilling(await app.inOrganisation(shop.organisation), {
    page: href('/shop/:domain/settings/plans', { domain: shop.domain }),
    search: args.url.searchParams,
    exportPage: href('/shop/:domain/settings/exports', { domain: shop.domain }),
    language,
    numbers,
    zone: shop.zone,
    now: app.now(),
  })
  return {
    billing: billing && { model: billing, words: billingWords.words(language) },
    free: billing ? undefined : await loadFreePlan(services),
    words: pageWords.words(language),
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const { shop } = await currentShop(args)
  const run = await args.context.get(servicesContext).inOrganisation(shop.organisation)
  const form = await args.request.formData()
  const change = await changeBilling(run, form, { language: shop.display.language, shop: shop.domain })
  if ('outcome' in change) return data({ outcome: change.outcome }, { status: change.status })
  return redirect(billingPage(href('/shop/:domain/settings/plans', { domain: shop.domain }), { done: change.done }))
})

export default function SettingsPlansRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <PlanPage {...loaderData} outcome={actionData?.outcome} />
    </WordsProvider>
  )
}

interface PlanPageProps {
  readonly billing: { readonly model: BillingModel; readonly words: PageWords } | undefined
  /** Where nothing is sold. */
  readonly free: FreePlanModel | undefined
  readonly outcome: BillingOutcome | undefined
}

function PlanPage({ billing, free, outcome }: PlanPageProps) {
  const t = useWords()
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{t('plan.title')}</PageTitle>
      <h1 className="font-semibold text-2xl tracking-tight">{t('plan.title')}</h1>
      <p className="mt-1 mb-6 text-soft">{t('plan.about')}</p>
      {free && <FreePlan plan={free} />}
      {billing && (
        <WordsProvider words={billing.words}>
          <BillingCards model={billing.model} outcome={outcome} />
        </WordsProvider>
      )}
    </main>
  )
}

/** Counts the stored data. */
async function loadFreePlan(services: ShopServices): Promise<FreePlanModel> {
  const { orders, firstDay, shops, members } = await services.run('shop.usage')
  const { language, ...format } = services.shop.display
  const say = pageWords.say(language)
  const count = (value: number) => figureText(value, 'count', format)
  return {
    facts: [
      { name: say('plan.orders'), text: count(orders) },
      { name: say('plan.since'), text: firstDay === null ? say('plan.nothing') : dayText(firstDay, language) },
      { name: say('plan.shops'), text: count(shops) },
      ...(members === null ? [] : [{ name: say('plan.members'), text: count(members) }]),
    ],
  }
}
