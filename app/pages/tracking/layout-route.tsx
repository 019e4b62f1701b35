import { Outlet } from 'react-router'
import { ErrorPage } from '../../frame/basic/index.ts'
import type { Route } from './+types/layout-route.ts'
import { TrackingFrame } from './tracking-frame.tsx'

export default function TrackingRoute({ params: { domain } }: Route.ComponentProps) {
  return (
    <TrackingFrame domain={domain}>
      <Outlet />
    </TrackingFrame>
  )
}

export { ErrorPage as ErrorBoundary }
