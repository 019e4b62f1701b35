import { guarded } from '../../failures.server.ts'
import { PlanPage } from '../../features/settings/index.ts'
import { loadPlan } from '../../features/settings/load-plan.server.ts'
import { currentShop } from '../../features/shops/current-shop.server.ts'
import { guard } from '../../guards/guard.server.ts'
import { PageTitle } from '../../shell/index.ts'
import type { Route } from './+types/plans.ts'

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
