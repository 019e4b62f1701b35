import { href, Link } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { dayText, figureText } from '../../format/index.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guard } from '../../guards/guard.server.ts'
import { guarded } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import { buttonClass, Card, CardHeader } from '../../ui/index.ts'
import type { Route } from './+types/plans-route.ts'

export const middleware: Route.MiddlewareFunction[] = [guard('has-active-shop')]

export const loader = guarded(async (args: Route.LoaderArgs) => ({ plan: await loadPlan(await currentShop(args)) }))

export default function SettingsPlansRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Plan</PageTitle>
      <PlanPage plan={loaderData.plan} />
    </>
  )
}

/** What this installation stores; nothing is sold here. */
function PlanPage({ plan }: { readonly plan: PlanModel }) {
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <h1 className="font-semibold text-2xl tracking-tight">Plan</h1>
      <p className="mt-1 mb-6 text-soft">What you have, and what you use of it.</p>
      <div className="grid gap-6">
        <Card aria-labelledby="plan-heading" className="pb-5">
          <CardHeader id="plan-heading" note="No subscription" title="Self-hosted" />
          <div className="mt-3 px-4 sm:px-5">
            <p className="max-w-prose">
              Tillsight runs on a machine of your own, so there is nothing to pay and nothing to run out of: orders,
              shops, members and years of history are limited only by that machine.
            </p>
            <p className="mt-4 flex flex-wrap gap-2">
              <Link className={buttonClass()} to={href('/account/billing')}>
                Billing of your account
              </Link>
            </p>
          </div>
        </Card>
        <Card aria-labelledby="usage-heading" className="pb-5">
          <CardHeader id="usage-heading" note="Counted just now" title="What you use" />
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

/** Counts the data that this installation stores. */
async function loadPlan(services: ShopServices): Promise<PlanModel> {
  const { orders, firstDay, shops, members } = await services.run('shop.usage')
  const { language, ...format } = services.shop.display
  const count = (value: number) => figureText(value, 'count', format)
  return {
    facts: [
      { name: 'Orders stored', text: count(orders) },
      { name: 'Since', text: firstDay === null ? 'Nothing stored yet' : dayText(firstDay, language) },
      { name: 'Shops you see', text: count(shops) },
      ...(members === null ? [] : [{ name: 'Members', text: count(members) }]),
    ],
  }
}
