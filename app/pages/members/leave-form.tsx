import { Form, useNavigation } from 'react-router'
import { Button, buttonClass } from '../../ui/index.ts'
import { useWords } from './words.tsx'

interface LeaveFormProps {
  readonly name: string
  readonly isOnlyOwner: boolean
}

/** Leaves the organisation, after an inline confirmation. */
export function LeaveForm({ name, isOnlyOwner }: LeaveFormProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'leave'
  const { text } = useWords()
  if (isOnlyOwner) {
    return <p className="px-1 text-[13px] text-faint">{text('onlyOwner', { name })}</p>
  }
  return (
    <details className="w-fit max-w-full">
      <summary className={`${buttonClass('quiet', 'small')} list-none [&::-webkit-details-marker]:hidden`}>
        {text('leaveName', { name })}
      </summary>
      <div className="mt-2 max-w-sm rounded-xl border border-line bg-surface p-4 text-[13px]">
        <p className="mb-3">{text('leaveAbout')}</p>
        <Form method="post">
          <Button isBusy={isBusy} kind="danger" name="intent" size="small" value="leave">
            {text('leaveDo', { name })}
          </Button>
        </Form>
      </div>
    </details>
  )
}
