import { Form, useNavigation } from 'react-router'
import { Button, Card, CardHeader, TextField } from '../../ui/index.ts'
import type { MembersFailure } from './model.ts'
import { useWords } from './words.tsx'

interface DeletionCardProps {
  readonly name: string
  /** Printed day; null: it is not deleted. */
  readonly deleteOn: string | null
  readonly failure: MembersFailure | undefined
}

/** Deletes the organisation, confirmed by its name, or takes that back. */
export function DeletionCard({ name, deleteOn, failure }: DeletionCardProps) {
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
      <Form className="mt-4 grid justify-items-start gap-4 px-4 sm:px-5" method="post" preventScrollReset>
        {isPending ? (
          <Button isBusy={busy === 'keep'} name="intent" value="keep">
            {text('keep')}
          </Button>
        ) : (
          <>
            <TextField
              autoComplete="off"
              error={failure?.fields.name}
              label={text('deleteName', { name })}
              name="name"
              required
            />
            <Button isBusy={busy === 'delete'} kind="danger" name="intent" value="delete">
              {text('deleteDo')}
            </Button>
          </>
        )}
      </Form>
    </Card>
  )
}
