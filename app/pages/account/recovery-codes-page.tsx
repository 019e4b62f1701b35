import { Form, href, Link } from 'react-router'
import { Button, buttonClass, Card } from '../../ui/index.ts'
import { FailureNotice } from './failure-notice.tsx'
import type { AccountFailure } from './model.ts'
import { PageHead } from './page-head.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useBusy } from './use-busy.ts'

interface RecoveryCodesPageProps {
  readonly left: number
  /** Without a second factor there is nothing to recover from. */
  readonly hasFactor: boolean
  /** New ones, shown this once. */
  readonly codes: readonly string[] | undefined
  readonly failure: AccountFailure | undefined
}

/** Codes for the day the second factor is lost. */
export function RecoveryCodesPage({ left, hasFactor, codes, failure }: RecoveryCodesPageProps) {
  return (
    <>
      <PageHead back={{ to: href('/account/security'), label: 'Security' }} title="Recovery codes">
        When your phone is lost or broken, a recovery code lets you in instead of the second factor. Each works once,
        and using one removes your factors so that you can set up a new one.
      </PageHead>
      <FailureNotice failure={failure} />
      <Card className="p-5 sm:p-6">
        {codes ? <RecoveryCodes codes={codes} /> : <Create hasFactor={hasFactor} left={left} />}
      </Card>
    </>
  )
}

function Create({ left, hasFactor }: { readonly left: number; readonly hasFactor: boolean }) {
  const isBusy = useBusy('create')
  if (!hasFactor) {
    return (
      <>
        <p className="text-soft">You have no second factor, so you need no recovery codes yet.</p>
        <Link className={`${buttonClass('primary')} mt-4`} to={href('/account/security/authenticator')}>
          Add an authenticator app
        </Link>
      </>
    )
  }
  return (
    <Form method="post">
      <p className="text-soft">
        {left === 0
          ? 'You have none. Create ten now, and keep them where you find them without your phone.'
          : `You have ${left} left. Creating new ones ends these.`}
      </p>
      <Button className="mt-4" isBusy={isBusy} kind="primary" name="intent" value="create">
        {left === 0 ? 'Create recovery codes' : 'Replace them with new ones'}
      </Button>
    </Form>
  )
}
