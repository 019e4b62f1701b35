import { href, NavLink, Outlet } from 'react-router'
import { ErrorPage } from '../../frame/basic/index.ts'
import { guarded } from '../../request.server.ts'
import type { Route } from './+types/layout-route.ts'
import { openOffice } from './open.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { text } = await openOffice(args)
  const pages = [
    { to: href('/admin'), label: text('nav.overview') },
    { to: href('/admin/organisations'), label: text('nav.organisations') },
    { to: href('/admin/people'), label: text('nav.people') },
    { to: href('/admin/jobs'), label: text('nav.jobs') },
    { to: href('/admin/connectors'), label: text('nav.connectors') },
    { to: href('/admin/mails'), label: text('nav.mails') },
    { to: href('/admin/storage'), label: text('nav.storage') },
    { to: href('/admin/activity'), label: text('nav.activity') },
  ]
  return { title: text('title'), pages }
})

/** The pages of administration below their tabs. */
export default function AdministrationRoute({ loaderData }: Route.ComponentProps) {
  const { title, pages } = loaderData
  return (
    <div className="mx-auto max-w-6xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      <nav aria-labelledby="admin-nav" className="mb-6">
        <p className="font-semibold text-faint text-xs uppercase tracking-wide" id="admin-nav">
          {title}
        </p>
        <ul className="-mx-4 mt-1 flex gap-5 overflow-x-auto border-line border-b px-4 sm:mx-0 sm:px-0">
          {pages.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                className="flex h-11 items-center whitespace-nowrap border-transparent border-b-2 text-soft hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
                end={to === href('/admin')}
                to={to}
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

export { ErrorPage as ErrorBoundary }
