import { Form, href } from 'react-router'
import { CodeForm } from '../../blocks/credentials/fields.tsx'
import { Button, Card } from '../../ui/index.ts'
import type { AccountFailure } from './model.ts'
import { FailureNotice, PageHead, PhoneField, useBusy } from './parts.tsx'

interface PhoneFactorPageProps {
  /** A message is on its way; undefined until a number is given. */
  readonly sent: { readonly factor: string; readonly challenge: string } | undefined
  /** Digits of the code; null where they are not known. */
  readonly codeLength: number | null
  readonly failure: AccountFailure | undefined
  readonly typed: string
}

/** Makes a phone a second factor: a number, then the code sent to it. */
export function PhoneFactorPage({ sent, codeLength, failure, typed }: PhoneFactorPageProps) {
  return (
    <>
      <PageHead back={{ to: href('/account/security'), label: 'Security' }} title="Add a phone as second factor">
        When you sign in, a code comes as a text message. An authenticator app is safer, because numbers can be taken
        over; a phone is still far better than nothing.
      </PageHead>
      <FailureNotice failure={failure} />
      <Card className="p-5 sm:p-6">
        {sent ? (
          <Confirm error={failure?.fields.code} length={codeLength} sent={sent} />
        ) : (
          <Begin failure={failure} typed={typed} />
        )}
      </Card>
    </>
  )
}

function Begin({ failure, typed }: Pick<PhoneFactorPageProps, 'failure' | 'typed'>) {
  return (
    <Form className="grid max-w-sm gap-5" method="post">
      <input name="intent" type="hidden" value="begin" />
      <PhoneField error={failure?.fields.phone} label="Number" typed={typed} />
      <Button className="w-fit" isBusy={useBusy('begin')} kind="primary">
        Send a code
      </Button>
    </Form>
  )
}

interface ConfirmProps {
  readonly sent: { readonly factor: string; readonly challenge: string }
  readonly length: number | null
  readonly error: string | undefined
}

function Confirm({ sent, length, error }: ConfirmProps) {
  return (
    <div className="grid gap-4">
      <CodeForm
        error={error}
        help="It holds for five minutes."
        intent="verify"
        label="Code from the text message"
        length={length}
        submit="Turn on"
        values={{ factor: sent.factor, challenge: sent.challenge }}
      />
      <Form method="post">
        <input name="factor" type="hidden" value={sent.factor} />
        <Button kind="quiet" name="intent" size="small" value="resend">
          Send another code
        </Button>
      </Form>
    </div>
  )
}
