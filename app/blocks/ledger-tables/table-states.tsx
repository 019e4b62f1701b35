import { useRevalidator } from 'react-router'
import { Button, Card, Skeleton } from '../../ui/index.ts'

/** Placeholder of a table that is loading. */
export function TableSkeleton({ rows = 10 }: { readonly rows?: number }) {
  return (
    <Card aria-busy className="p-5">
      <span className="sr-only">Loading the table</span>
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
  const { revalidate, state } = useRevalidator()
  return (
    <Card className="grid place-items-center gap-3 p-8 text-center" role="alert">
      <p className="text-soft">“{title}” could not be loaded. The other parts of the page are not concerned.</p>
      <Button isBusy={state === 'loading'} onClick={() => void revalidate()} type="button">
        Try again
      </Button>
    </Card>
  )
}
