import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { guarded } from '../../failures.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guard } from '../../guards/guard.server.ts'
import type { Route } from './+types/plans-route.ts'
import { loadPlan } from './load-plan.server.ts'
import { PlanPage } from './plan-page.tsx'

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
