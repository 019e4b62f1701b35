import { Form, useNavigation } from 'react-router'
import { Button, buttonClass } from '../../ui/index.ts'

interface LeaveFormProps {
  readonly name: string
  readonly isOnlyOwner: boolean
}

/** Leaves the organisation, after an inline confirmation. */
export function LeaveForm({ name, isOnlyOwner }: LeaveFormProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'leave'
  if (isOnlyOwner) {
    return (
      <p className="px-1 text-[13px] text-faint">
        You are the only owner of {name}. To leave it, make somebody else an owner first.
      </p>
    )
  }
  return (
    <details className="w-fit max-w-full">
      <summary className={`${buttonClass('quiet', 'small')} list-none [&::-webkit-details-marker]:hidden`}>
        Leave {name}…
      </summary>
      <div className="mt-2 max-w-sm rounded-xl border border-line bg-surface p-4 text-[13px]">
        <p className="mb-3">You no longer see its shops, until somebody invites you again.</p>
        <Form method="post">
          <Button isBusy={isBusy} kind="danger" name="intent" size="small" value="leave">
            Leave {name}
          </Button>
        </Form>
      </div>
    </details>
  )
}
