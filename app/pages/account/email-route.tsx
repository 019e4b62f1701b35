import { data, Form, href, redirect } from 'react-router'
import { CodeForm } from '../../blocks/credentials/fields.tsx'
import { PageTitle } from '../../frame/basic/index.ts'
import { callbackUrl } from '../../guards/leave.server.ts'
import { formText, guarded, identityContext } from '../../request.server.ts'
import { Button, Card, CardHeader, TextField } from '../../ui/index.ts'
import type { Route } from './+types/email-route.ts'
import { failureOf } from './auth-refusal.server.ts'
import { changeEmail, readEmail } from './change-account.server.ts'
import type { AccountFailure, Contact } from './model.ts'
import { FailureNotice, PageHead, useBusy } from './parts.tsx'
import { useWords } from './words.ts'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  return { email: await readEmail(context.get(identityContext).auth) }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const form = await request.formData()
  const confirmed = callbackUrl(request, `${href('/account/security')}?done=email-changed`)
  const outcome = await changeEmail(context.get(identityContext).auth, form, confirmed)
  if ('done' in outcome) {
    const page = outcome.done === 'email-changed' ? href('/account/security') : href('/account/security/email')
    return redirect(`${page}?done=${outcome.done}`)
  }
  const typed = { email: formText(form, 'email'), address: formText(form, 'address') }
  return data({ failure: await failureOf(outcome, context), typed }, { status: outcome.status })
})

export default function EmailRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{useWords()('security.emailAddress')}</PageTitle>
      <EmailPage
        {...loaderData}
        failure={actionData?.failure}
        typed={actionData?.typed ?? { email: '', address: '' }}
      />
    </>
  )
}

interface EmailPageProps {
  readonly email: Contact
  readonly failure: AccountFailure | undefined
  /** Values entered in the rejected form. */
  readonly typed: { readonly email: string; readonly address: string }
}

/** The email address, or its pending change. */
function EmailPage({ email, failure, typed }: EmailPageProps) {
  const t = useWords()
  return (
    <>
      <PageHead back={{ to: href('/account/security'), label: t('frame.security') }} title={t('security.emailAddress')}>
        {email.value ? t('contact.signInWith', { email: email.value }) : t('contact.noEmail')}
      </PageHead>
      <FailureNotice failure={failure} />
      {email.pending && <Pending email={email} failure={failure} typed={typed} />}
      <Card aria-labelledby="new-heading" className="pb-5 sm:pb-6">
        <CardHeader
          id="new-heading"
          note={t('contact.newNote')}
          title={t(email.pending ? 'contact.other' : 'contact.new')}
        />
        <NewAddress error={failure?.fields.email} typed={typed.email} />
      </Card>
    </>
  )
}

function NewAddress({ error, typed }: { readonly error: string | undefined; readonly typed: string }) {
  const t = useWords()
  return (
    <Form className="mt-4 grid max-w-sm gap-4 px-4 sm:px-5" method="post">
      <input name="intent" type="hidden" value="address" />
      <TextField
        autoCapitalize="none"
        autoComplete="email"
        defaultValue={typed}
        error={error}
        label={t('contact.newEmail')}
        maxLength={255}
        name="email"
        required
        spellCheck={false}
        type="email"
      />
      <Button className="w-fit" isBusy={useBusy('address')}>
        {t('contact.sendConfirmation')}
      </Button>
    </Form>
  )
}

/** Two codes are entered side by side, so neither field submits by itself: that would discard the other. */
function Pending({ email, failure, typed }: EmailPageProps) {
  const t = useWords()
  const codeError = (address: string) => (typed.address === address ? failure?.fields.code : undefined)
  return (
    <Card aria-labelledby="pending-heading" className="mb-6 pb-5 sm:pb-6">
      <CardHeader id="pending-heading" title={t('contact.waiting', { email: email.pending })} />
      <div className="mt-2 px-4 sm:px-5">
        <p className="max-w-prose text-pretty text-soft">{t(email.value ? 'contact.sentTwo' : 'contact.sentOne')}</p>
        <div className="mt-5 grid gap-6 sm:grid-cols-2">
          {[email.pending, email.value].filter(Boolean).map((address) => (
            <CodeForm
              error={codeError(address)}
              intent="confirm"
              key={address}
              label={t('contact.codeSent', { address })}
              length={null}
              submit={t('security.confirm')}
              values={{ address }}
            />
          ))}
        </div>
        <Form className="mt-6 flex flex-wrap gap-2 border-line border-t pt-4" method="post">
          <Button name="intent" size="small" value="resend">
            {t('contact.sendAgain')}
          </Button>
          {email.value && (
            <Button kind="quiet" name="intent" size="small" value="cancel">
              {t('contact.keep', { email: email.value })}
            </Button>
          )}
        </Form>
      </div>
    </Card>
  )
}
