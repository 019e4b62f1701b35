import { Link, Outlet, useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '../../root.tsx'
import { Brand, ErrorPage, ThemeSwitch } from '../../shell/index.ts'

export default function AuthLayout() {
  const theme = useRouteLoaderData<typeof rootLoader>('root')?.theme ?? 'system'
  return (
    <div className="flex min-h-dvh flex-col bg-sunken">
      <header className="flex items-center justify-between px-5 py-4 sm:px-8">
        <Link className="rounded-lg" to="/">
          <Brand />
        </Link>
        <ThemeSwitch theme={theme} />
      </header>
      <main className="mx-auto w-full max-w-md flex-1 px-4 pt-[6vh] pb-16" id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

export { ErrorPage as ErrorBoundary }
