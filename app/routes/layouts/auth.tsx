import { Link, Outlet, useRouteLoaderData } from 'react-router'
import { FragmentWatch } from '../../features/sign-in/index.ts'
import type { loader as rootLoader } from '../../root.tsx'
import { Brand, ErrorPage, ThemeSwitch } from '../../shell/index.ts'

export default function AuthLayout() {
  const theme = useRouteLoaderData<typeof rootLoader>('root')?.theme ?? 'system'
  return (
    <div className="flex min-h-dvh flex-col bg-sunken">
      <FragmentWatch />
      <header className="flex items-center justify-between px-5 py-4 sm:px-8">
        <Link className="rounded-lg" to="/">
          <Brand />
        </Link>
        <ThemeSwitch theme={theme} />
      </header>
      <main className="mx-auto w-full max-w-md flex-1 px-4 pt-[5vh] pb-16 sm:pt-[9vh]" id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

export { ErrorPage as ErrorBoundary }
