import { Form, Link, useNavigation } from 'react-router'
import { Button, buttonClass, Card, CardHeader, TextField } from '../../ui/index.ts'
import type { ContentModel, MembersFailure } from './model.ts'
import { useWords } from './words.tsx'

interface DeletionCardProps {
  readonly name: string
  /** Printed day; null: it is not deleted. */
  readonly deleteOn: string | null
  /** What goes with it, where somebody is about to delete it. */
  readonly contents: readonly ContentModel[] | undefined
  readonly failure: MembersFailure | undefined
}

/** Deletes the organisation, confirmed by its name, or takes that back. */
export function DeletionCard({ name, deleteOn, contents, failure }: DeletionCardProps) {
  const busy = useNavigation().formData?.get('intent')
  const { text } = useWords()
  const isPending = deleteOn !== null
  return (
    <Card aria-labelledby="deletion-heading" className="pb-5">
      <CardHeader
        id="deletion-heading"
        note={isPending ? text('deleteOn', { day: deleteOn }) : text('deleteAbout')}
        title={text('deleteTitle', { name })}
      />
      <div className="mt-4 grid justify-items-start gap-4 px-4 sm:px-5">
        {isPending && (
          <Form method="post" preventScrollReset>
            <Button isBusy={busy === 'keep'} name="intent" value="keep">
              {text('keep')}
            </Button>
          </Form>
        )}
        {!isPending && !contents && (
          <Link className={buttonClass()} preventScrollReset to="?delete=ask">
            {text('deleteAsk', { name })}
          </Link>
        )}
        {!isPending && contents && (
          <Form className="grid justify-items-start gap-4" method="post" preventScrollReset>
            <Contents of={contents} />
            <TextField
              autoComplete="off"
              error={failure?.fields.name}
              label={text('deleteName', { name })}
              name="name"
              required
            />
            <div className="flex flex-wrap gap-2">
              <Button isBusy={busy === 'delete'} kind="danger" name="intent" value="delete">
                {text('deleteDo')}
              </Button>
              <Link className={buttonClass('quiet')} preventScrollReset to="?">
                {text('cancel')}
              </Link>
            </div>
          </Form>
        )}
      </div>
    </Card>
  )
}

function Contents({ of }: { readonly of: readonly ContentModel[] }) {
  const { text } = useWords()
  return (
    <section aria-labelledby="contents-heading" className="text-[13px]">
      <h3 className="font-medium" id="contents-heading">
        {text('contents')}
      </h3>
      <dl className="mt-1.5 grid grid-cols-[auto_auto] justify-start gap-x-4 gap-y-1">
        {of.map(({ label, count }) => (
          <div className="contents" key={label}>
            <dt className="text-soft">{label}</dt>
            <dd className="text-end tabular-nums">{count}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 max-w-prose text-soft">{text('deleteStays')}</p>
    </section>
  )
}
