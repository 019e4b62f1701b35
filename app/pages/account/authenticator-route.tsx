import { data, Form, href, redirect } from 'react-router'
import { CodeForm } from '../../blocks/credentials/fields.tsx'
import { PageTitle } from '../../frame/basic/index.ts'
import { guarded, identityContext, servicesContext } from '../../request.server.ts'
import { Button, Card, TextField } from '../../ui/index.ts'
import type { Route } from './+types/authenticator-route.ts'
import type { AccountFailure, Enrolment } from './model.ts'
import { FailureNotice, PageHead, useBusy, useFocusOnArrival } from './parts.tsx'
import { changeAuthenticator } from './security.server.ts'
import { afterFactor, freeFactorName, readUser } from './user.server.ts'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const user = await readUser(context.get(identityContext).auth)
  return { suggestedName: freeFactorName(user, 'Authenticator app') }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const outcome = await changeAuthenticator(context.get(identityContext).auth, await request.formData())
  switch (outcome.kind) {
    case 'added':
      return redirect(await afterFactor(context.get(servicesContext)))
    case 'open':
      return data(
        { enrolment: outcome.enrolment, failure: outcome.refusal?.failure },
        { status: outcome.refusal?.status ?? 200, headers: { 'Cache-Control': 'no-store' } },
      )
    case 'refused':
      return data({ enrolment: undefined, failure: outcome.refusal.failure }, { status: outcome.refusal.status })
  }
})

export default function AuthenticatorRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Add an authenticator app</PageTitle>
      <AuthenticatorPage {...loaderData} enrolment={actionData?.enrolment} failure={actionData?.failure} />
    </>
  )
}

interface AuthenticatorPageProps {
  /** Default when the field is left empty. */
  readonly suggestedName: string
  /** Undefined until it has started. */
  readonly enrolment: Enrolment | undefined
  readonly failure: AccountFailure | undefined
}

/** Adds an authenticator app: shows a key for the app, then verifies its first code. */
function AuthenticatorPage({ suggestedName, enrolment, failure }: AuthenticatorPageProps) {
  return (
    <>
      <PageHead back={{ to: href('/account/security'), label: 'Security' }} title="Add an authenticator app">
        {enrolment
          ? 'Two steps: give the app its key, then show that it works.'
          : 'An app on your phone shows a new six-digit code every half minute. Besides your password, that code is asked for when you sign in. Any app will do, also the one built into your password manager.'}
      </PageHead>
      <FailureNotice failure={failure} />
      {enrolment ? (
        <Setup enrolment={enrolment} error={failure?.fields.code} />
      ) : (
        <Begin error={failure?.fields.name} suggestedName={suggestedName} />
      )}
    </>
  )
}

function Begin({ suggestedName, error }: { readonly suggestedName: string; readonly error: string | undefined }) {
  return (
    <Card className="p-5 sm:p-6">
      <Form className="grid max-w-sm gap-5" method="post">
        <input name="intent" type="hidden" value="begin" />
        <TextField
          autoComplete="off"
          defaultValue={suggestedName}
          error={error}
          help="Tells it apart from others you may add later."
          label="Name"
          maxLength={60}
          name="name"
          required
        />
        <Button className="w-fit" isBusy={useBusy('begin')} kind="primary">
          Show the key
        </Button>
      </Form>
    </Card>
  )
}

function Setup({ enrolment, error }: { readonly enrolment: Enrolment; readonly error: string | undefined }) {
  const { factor, image, uri, key } = enrolment
  const heading = useFocusOnArrival()
  return (
    <Card className="divide-y divide-line">
      <section aria-labelledby="scan-heading" className="grid gap-5 p-5 sm:grid-cols-[auto_1fr] sm:gap-7 sm:p-6">
        {image && (
          <img
            alt="QR code that holds the key for your authenticator app. The same key stands beside it as text."
            className="size-48 rounded-xl max-sm:order-last border border-line bg-[white] p-3"
            height={192}
            src={image}
            width={192}
          />
        )}
        <div className="min-w-0">
          <h2 className="font-semibold text-[15px] outline-none" id="scan-heading" ref={heading} tabIndex={-1}>
            1. Scan this with the app
          </h2>
          <p className="mt-1.5 text-soft">
            In the app choose to add an account, then point the camera here. On this very device{' '}
            <a className="text-accent underline underline-offset-2" href={uri}>
              open the app directly
            </a>
            .
          </p>
          <p className="mt-4 text-[13px] text-soft" id="key-label">
            Or type this key into the app:
          </p>
          <p aria-labelledby="key-label" className="mt-1 select-all break-words font-mono text-[13px] leading-6">
            {key}
          </p>
        </div>
      </section>
      <section aria-labelledby="prove-heading" className="p-5 sm:p-6">
        <h2 className="mb-4 font-semibold text-[15px]" id="prove-heading">
          2. Enter the code that the app shows
        </h2>
        <CodeForm error={error} intent="verify" length={6} submit="Turn on" values={{ factor, image, uri }} />
      </section>
    </Card>
  )
}
