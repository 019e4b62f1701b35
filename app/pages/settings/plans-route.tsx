import { href, Link } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { dayText, figureText } from '../../format/index.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guard } from '../../guards/guard.server.ts'
import { translated, WordsProvider } from '../../language/index.ts'
import { guarded } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import { buttonClass, Card, CardHeader } from '../../ui/index.ts'
import type { Route } from './+types/plans-route.ts'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

export const middleware: Route.MiddlewareFunction[] = [guard('has-active-shop')]

export const handle = translated

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args, translated)
  return { plan: await loadPlan(services), words: pageWords.words(services.shop.display.language) }
})

export default function SettingsPlansRoute({ loaderData }: Route.ComponentProps) {
  return (
    <WordsProvider words={loaderData.words}>
      <PlanPage plan={loaderData.plan} />
    </WordsProvider>
  )
}

/** What is stored; nothing is sold here. */
function PlanPage({ plan }: { readonly plan: PlanModel }) {
  const t = useWords()
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{t('plan.title')}</PageTitle>
      <h1 className="font-semibold text-2xl tracking-tight">{t('plan.title')}</h1>
      <p className="mt-1 mb-6 text-soft">{t('plan.about')}</p>
      <div className="grid gap-6">
        <Card aria-labelledby="plan-heading" className="pb-5">
          <CardHeader id="plan-heading" note={t('plan.note')} title={t('plan.name')} />
          <div className="mt-3 px-4 sm:px-5">
            <p className="max-w-prose">{t('plan.text')}</p>
            <p className="mt-4 flex flex-wrap gap-2">
              <Link className={buttonClass()} to={href('/account/billing')}>
                {t('plan.billing')}
              </Link>
            </p>
          </div>
        </Card>
        <Card aria-labelledby="usage-heading" className="pb-5">
          <CardHeader id="usage-heading" note={t('plan.usageNote')} title={t('plan.usage')} />
          <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-4 px-4 sm:grid-cols-4 sm:px-5">
            {plan.facts.map(({ name, text }) => (
              <div key={name}>
                <dt className="text-[13px] text-soft">{name}</dt>
                <dd className="font-semibold text-lg tabular tracking-tight">{text}</dd>
              </div>
            ))}
          </dl>
        </Card>
      </div>
    </main>
  )
}

/** Stored data, printed. */
interface PlanModel {
  readonly facts: readonly { readonly name: string; readonly text: string }[]
}

/** Counts the stored data. */
async function loadPlan(services: ShopServices): Promise<PlanModel> {
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
