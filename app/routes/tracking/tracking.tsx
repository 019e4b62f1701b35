import { Outlet } from 'react-router'
import { TrackingFrame } from '../../screens/tracking/tracking-frame.tsx'
import { ErrorPage } from '../../shell/index.ts'
import type { Route } from './+types/tracking.ts'

export default function TrackingRoute({ params: { domain } }: Route.ComponentProps) {
  return (
    <TrackingFrame domain={domain}>
      <Outlet />
    </TrackingFrame>
  )
}

export { ErrorPage as ErrorBoundary }
