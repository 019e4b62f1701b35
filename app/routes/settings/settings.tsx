import { Outlet } from 'react-router'
import { SettingsNav } from '../../features/settings/index.ts'
import type { Route } from './+types/settings.ts'

export default function SettingsRoute({ params }: Route.ComponentProps) {
  return (
    <>
      <SettingsNav domain={params.domain} />
      <Outlet />
    </>
  )
}
