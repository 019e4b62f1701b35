import { Outlet } from 'react-router'
import { AccountFrame } from '../../features/account/index.ts'
import { ErrorPage } from '../../shell/index.ts'

export default function AccountRoute() {
  return (
    <AccountFrame>
      <Outlet />
    </AccountFrame>
  )
}

export { ErrorPage as ErrorBoundary }
