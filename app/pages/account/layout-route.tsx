import { Outlet } from 'react-router'
import { ErrorPage } from '../../frame/basic/index.ts'
import { AccountFrame } from './index.ts'

export default function AccountRoute() {
  return (
    <AccountFrame>
      <Outlet />
    </AccountFrame>
  )
}

export { ErrorPage as ErrorBoundary }
