import { Outlet } from 'react-router'
import type { Route } from './+types/layout-route.ts'
import { SettingsNav } from './settings-nav.tsx'

export default function SettingsRoute({ params }: Route.ComponentProps) {
  return (
    <>
      <SettingsNav domain={params.domain} />
      <Outlet />
    </>
  )
}
