import { isRouteErrorResponse, Link, useLocation, useRouteError, useRouteLoaderData } from 'react-router'
import { Check, Copy } from '../../icons.ts'
import { type Text, useText } from '../../language/index.ts'
import { useAlive, useCopy } from '../../ui/basic/hooks.ts'
import { buttonClass } from '../../ui/basic/parts.tsx'
import { PageTitle } from './brand.tsx'
import { isMissingPiece, statusOf, titleOf } from './error-words.ts'

/** An error in the visitor's words; the status is the response's own. */
export function ErrorPage() {
  const t = useText()
  const failure = useRouteError()
  const root: unknown = useRouteLoaderData('root')
  const { pathname, search } = useLocation()
  const status = statusOf(failure)
  const title = titleOf(failure, t)
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
      <p className="mt-2 text-balance break-words text-soft">{descriptionOf(failure, t)}</p>
      <p className="mt-6 flex flex-wrap justify-center gap-2 print:hidden">
        {status >= 500 && (
          <Link className={buttonClass('primary')} reloadDocument to={`${pathname}${search}`}>
            {t('shell.reload')}
          </Link>
        )}
        <Link className={buttonClass(status >= 500 ? 'secondary' : 'primary')} reloadDocument to="/">
          {t('shell.to_shops')}
        </Link>
      </p>
      {status >= 500 && requestId && <RequestId id={requestId} />}
    </main>
  )
}

function RequestId({ id }: { readonly id: string }) {
  const t = useText()
  const { isCopied, copy } = useCopy()
  const Icon = isCopied ? Check : Copy
  return (
    <p className="mt-8 text-faint text-xs">
      <span className="block">{t('shell.request_id')}</span> <code className="select-all break-all">{id}</code>
      {useAlive() && (
        <button
          aria-label={t(isCopied ? 'action.copied' : 'shell.copy_id')}
          className="touch-target ms-1 inline-grid size-6 place-items-center rounded-md align-middle hover:bg-hover hover:text-ink"
          onClick={() => copy(id)}
          type="button"
        >
          <Icon aria-hidden className="size-3.5" />
        </button>
      )}
      <span aria-live="polite" className="sr-only">
        {isCopied ? t('action.copied') : ''}
      </span>
    </p>
  )
}

function descriptionOf(failure: unknown, t: Text): string {
  if (isRouteErrorResponse(failure) && hasText(failure.data, 'message') && failure.data.message)
    return failure.data.message
  if (isMissingPiece(failure)) return t('shell.piece_missing')
  return t(statusOf(failure) === 404 ? 'shell.nothing_here' : 'shell.failed_here')
}

function hasText<Key extends string>(value: unknown, key: Key): value is Record<Key, string> {
  return typeof value === 'object' && value !== null && key in value && typeof Reflect.get(value, key) === 'string'
}
