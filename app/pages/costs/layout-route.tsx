import { Outlet } from 'react-router'
import { ErrorPage } from '../../frame/basic/index.ts'
import type { Route } from './+types/layout-route.ts'
import { CostsFrame } from './costs-frame.tsx'

export default function CostsRoute({ params: { domain } }: Route.ComponentProps) {
  return (
    <CostsFrame domain={domain}>
      <Outlet />
    </CostsFrame>
  )
}

export { ErrorPage as ErrorBoundary }
