import { isRouteErrorResponse, Link, useRouteError, useRouteLoaderData } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { PageTitle } from './page-title.tsx'

/** What went wrong, in the visitor's words; the status is the response's own. */
export function ErrorPage() {
  const failure = useRouteError()
  const root: unknown = useRouteLoaderData('root')
  const status = isRouteErrorResponse(failure) ? failure.status : 500
  const title = status === 404 ? 'Page Not Found' : 'Internal Server Error'
  const requestId = hasText(root, 'requestId') ? root.requestId : undefined
  return (
    <main
      className="mx-auto grid min-h-[70dvh] max-w-lg place-content-center px-6 py-16 text-center"
      id="content"
      tabIndex={-1}
    >
      <PageTitle>{title}</PageTitle>
      <p className="font-semibold text-5xl text-faint tabular tracking-tight">{status}</p>
      <h1 className="mt-4 font-semibold text-xl">{title}</h1>
      <p className="mt-2 text-balance break-words text-soft">{descriptionOf(failure, status)}</p>
      <p className="mt-6">
        <Link className={buttonClass('primary')} reloadDocument to="/">
          Go to your shops
        </Link>
      </p>
      {status >= 500 && requestId && (
        <p className="mt-8 text-faint text-xs">
          When you ask for help, give this number: <code className="select-all">{requestId}</code>
        </p>
      )}
    </main>
  )
}

function descriptionOf(failure: unknown, status: number): string {
  if (isRouteErrorResponse(failure) && hasText(failure.data, 'message')) return failure.data.message
  if (status === 404) return 'There is nothing at this address.'
  return 'Something failed on our side; your data is safe. Try again in a moment.'
}

function hasText<Key extends string>(value: unknown, key: Key): value is Record<Key, string> {
  return typeof value === 'object' && value !== null && key in value && typeof Reflect.get(value, key) === 'string'
}
