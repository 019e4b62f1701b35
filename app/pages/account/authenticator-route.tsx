import { data, Form, href, redirect } from 'react-router'
import { CodeForm } from '../../blocks/credentials/fields.tsx'
import { PageTitle } from '../../frame/basic/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { guarded, identityContext, servicesContext } from '../../request.server.ts'
import { Button, Card, TextField } from '../../ui/index.ts'
import type { Route } from './+types/authenticator-route.ts'
import { failureOf } from './auth-refusal.server.ts'
import type { AccountFailure, Enrolment } from './model.ts'
import { FailureNotice, PageHead, useBusy, useFocusOnArrival } from './parts.tsx'
import { changeAuthenticator } from './security.server.ts'
import { afterFactor, freeFactorName, readUser } from './user.server.ts'
import { accountWords } from './words.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const user = await readUser(context.get(identityContext).auth)
  const say = accountWords.say(await pageLanguage(context))
  return { suggestedName: freeFactorName(user, say('security.app')) }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const outcome = await changeAuthenticator(context.get(identityContext).auth, await request.formData())
  const failure = 'refusal' in outcome && outcome.refusal ? await failureOf(outcome.refusal, context) : undefined
  switch (outcome.kind) {
    case 'added':
      return redirect(await afterFactor(context.get(servicesContext)))
    case 'open':
      return data(
        { enrolment: outcome.enrolment, failure },
        { status: outcome.refusal?.status ?? 200, headers: { 'Cache-Control': 'no-store' } },
      )
    case 'refused':
      return data({ enrolment: undefined, failure }, { status: outcome.refusal.status })
  }
})

export default function AuthenticatorRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{useWords()('security.addApp')}</PageTitle>
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
  const t = useWords()
  return (
    <>
      <PageHead back={{ to: href('/account/security'), label: t('frame.security') }} title={t('security.addApp')}>
        {t(enrolment ? 'factor.appSteps' : 'factor.appAbout')}
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
  const t = useWords()
  return (
    <Card className="p-5 sm:p-6">
      <Form className="grid max-w-sm gap-5" method="post">
        <input name="intent" type="hidden" value="begin" />
        <TextField
          autoComplete="off"
          defaultValue={suggestedName}
          error={error}
          help={t('factor.nameHelp')}
          label={t('factor.name')}
          maxLength={60}
          name="name"
          required
        />
        <Button className="w-fit" isBusy={useBusy('begin')} kind="primary">
          {t('factor.showKey')}
        </Button>
      </Form>
    </Card>
  )
}

function Setup({ enrolment, error }: { readonly enrolment: Enrolment; readonly error: string | undefined }) {
  const t = useWords()
  const { factor, image, uri, key } = enrolment
  const heading = useFocusOnArrival()
  return (
    <Card className="divide-y divide-line">
      <section aria-labelledby="scan-heading" className="grid gap-5 p-5 sm:grid-cols-[auto_1fr] sm:gap-7 sm:p-6">
        {image && (
          <img
            alt={t('factor.qr')}
            className="size-48 rounded-xl max-sm:order-last border border-line bg-[white] p-3"
            height={192}
            src={image}
            width={192}
          />
        )}
        <div className="min-w-0">
          <h2 className="font-semibold text-[15px] outline-none" id="scan-heading" ref={heading} tabIndex={-1}>
            {t('factor.scan')}
          </h2>
          <p className="mt-1.5 text-soft">
            {t('factor.scanHow')}{' '}
            <a className="text-accent underline underline-offset-2" href={uri}>
              {t('factor.openApp')}
            </a>
          </p>
          <p className="mt-4 text-[13px] text-soft" id="key-label">
            {t('factor.typeKey')}
          </p>
          <p aria-labelledby="key-label" className="mt-1 select-all break-words font-mono text-[13px] leading-6">
            {key}
          </p>
        </div>
      </section>
      <section aria-labelledby="prove-heading" className="p-5 sm:p-6">
        <h2 className="mb-4 font-semibold text-[15px]" id="prove-heading">
          {t('factor.prove')}
        </h2>
        <CodeForm
          error={error}
          intent="verify"
          label={t('factor.sixDigits')}
          length={6}
          submit={t('factor.turnOn')}
          values={{ factor, image, uri }}
        />
      </section>
    </Card>
  )
}
