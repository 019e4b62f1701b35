import { Outlet } from 'react-router'
import { ErrorPage } from '../../frame/basic/index.ts'
import { AccountFrame } from './account-frame.tsx'

export default function AccountRoute() {
  return (
    <AccountFrame>
      <Outlet />
    </AccountFrame>
  )
}

export { ErrorPage as ErrorBoundary }
