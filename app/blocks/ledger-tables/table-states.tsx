import 'virtual:words/tables'
import { useRevalidator } from 'react-router'
import { useText } from '../../language/index.ts'
import { Button, Card, Skeleton } from '../../ui/index.ts'

/** Placeholder of a table that is loading. */
export function TableSkeleton({ rows = 10 }: { readonly rows?: number }) {
  const t = useText()
  return (
    <Card aria-busy className="p-5">
      <span className="sr-only">{t('tables.loading')}</span>
      <Skeleton className="h-6 w-44" />
      <div className="mt-5 space-y-3">
        {Array.from({ length: rows }, (_, index) => (
          <Skeleton className="h-6 w-full" key={index} />
        ))}
      </div>
    </Card>
  )
}

/** Replaces a table that failed; the rest of the page is unaffected. */
export function TableFailed({ title }: { readonly title: string }) {
  const t = useText()
  const { revalidate, state } = useRevalidator()
  return (
    <Card className="grid place-items-center gap-3 p-8 text-center" role="alert">
      <p className="text-soft">{t('tables.failed', { title })}</p>
      <Button isBusy={state === 'loading'} onClick={() => void revalidate()} type="button">
        {t('action.retry')}
      </Button>
    </Card>
  )
}
