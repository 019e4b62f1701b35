import { Form, useNavigation } from 'react-router'
import { Button, buttonClass, Card } from '../../ui/index.ts'
import type { ImportModel } from './model.ts'

/** What became of the import, and the way back. */
export function OutcomeCard({ page }: { readonly page: ImportModel }) {
  const intent = useNavigation().formData?.get('intent')
  return (
    <Card aria-labelledby="outcome-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="outcome-heading">
        {page.state.label}
      </h2>
      {page.outcome.map((sentence) => (
        <p className="mt-1 max-w-prose text-pretty text-soft" key={sentence}>
          {sentence}
        </p>
      ))}
      <div className="mt-4 flex flex-wrap items-start gap-2 empty:hidden">
        {page.canRetry && (
          <Form method="post">
            <Button isBusy={intent === 'start'} kind="primary" name="intent" type="submit" value="start">
              Go on with the import
            </Button>
          </Form>
        )}
        {page.canUndo && (
          <details className="min-w-0 max-w-prose">
            <summary className={`${buttonClass('secondary')} list-none [&::-webkit-details-marker]:hidden`}>
              Undo this import…
            </summary>
            <p className="mt-3 mb-3 text-pretty text-[13px] text-soft">
              Every order that this file brought is taken out of the figures again. Orders that an earlier file had
              brought come back as they were; what a connected store says itself stays.
            </p>
            <Form method="post">
              <Button isBusy={intent === 'undo'} kind="danger" name="intent" type="submit" value="undo">
                Undo this import
              </Button>
            </Form>
          </details>
        )}
      </div>
    </Card>
  )
}

/** Throws a file away that was not imported. */
export function DiscardForm() {
  const isBusy = useNavigation().formData?.get('intent') === 'discard'
  return (
    <Form method="post">
      <Button isBusy={isBusy} kind="quiet" name="intent" type="submit" value="discard">
        Discard the file
      </Button>
    </Form>
  )
}
