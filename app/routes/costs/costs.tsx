import { Outlet } from 'react-router'
import { CostsFrame } from '../../screens/costs/costs-frame.tsx'
import { ErrorPage } from '../../shell/index.ts'
import type { Route } from './+types/costs.ts'

export default function CostsRoute({ params: { domain } }: Route.ComponentProps) {
  return (
    <CostsFrame domain={domain}>
      <Outlet />
    </CostsFrame>
  )
}

export { ErrorPage as ErrorBoundary }
