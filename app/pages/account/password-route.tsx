import { data, Form, href, Link, redirect } from 'react-router'
import { CodeField, NewPasswordField, PasswordField } from '../../blocks/credentials/fields.tsx'
import { PageTitle } from '../../frame/basic/index.ts'
import type { PasswordRules } from '../../identity.ts'
import { guarded, identityContext } from '../../request.server.ts'
import { Button, Card } from '../../ui/index.ts'
import type { Route } from './+types/password-route.ts'
import { failureOf } from './auth-refusal.server.ts'
import { asksCurrent, changePassword } from './change-account.server.ts'
import type { AccountFailure } from './model.ts'
import { FailureNotice, PageHead, useBusy } from './parts.tsx'
import { mayHavePassword, readUser } from './user.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const identity = context.get(identityContext)
  const [user, offers] = await Promise.all([readUser(identity.auth), identity.offers()])
  const hasPassword = mayHavePassword(user)
  return {
    email: user.email ?? '',
    hasPassword,
    asksCurrent: await asksCurrent(identity.auth.mfa, hasPassword),
    rules: offers.passwordRules,
  }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const { auth } = context.get(identityContext)
  const needsCurrent = await asksCurrent(auth.mfa, mayHavePassword(await readUser(auth)))
  const refusal = await changePassword(auth, await request.formData(), { needsCurrent })
  if (refusal) return data({ failure: await failureOf(refusal, context) }, { status: refusal.status })
  return redirect(`${href('/account/security')}?done=password-changed`)
})

export default function PasswordRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{useWords()(loaderData.hasPassword ? 'password.changeTitle' : 'password.setTitle')}</PageTitle>
      <PasswordPage {...loaderData} failure={actionData?.failure} />
    </>
  )
}

interface PasswordPageProps {
  readonly email: string
  readonly hasPassword: boolean
  /** False for people who signed up through a provider or came by a link: there is no current password to require. */
  readonly asksCurrent: boolean
  readonly rules: PasswordRules
  readonly failure: AccountFailure | undefined
}

/** Sets a new password. */
function PasswordPage({ email, hasPassword, asksCurrent, rules, failure }: PasswordPageProps) {
  const t = useWords()
  const isBusy = useBusy('password')
  return (
    <>
      <PageHead
        back={{ to: href('/account/security'), label: t('frame.security') }}
        title={t(hasPassword ? 'password.changeTitle' : 'password.setTitle')}
      >
        {t('password.about')}
      </PageHead>
      <Card className="p-5 sm:p-6">
        <FailureNotice failure={failure} />
        <Form className="grid max-w-sm gap-5" method="post">
          <input name="intent" type="hidden" value="password" />
          <input autoComplete="username" hidden name="username" readOnly type="email" value={email} />
          {(asksCurrent || failure?.fields.current) && (
            <div>
              <PasswordField
                autoComplete="current-password"
                error={failure?.fields.current}
                label={t('password.current')}
                name="current"
              />
              <p className="mt-1.5 text-[13px]">
                <Link
                  className="text-soft underline underline-offset-2 hover:text-ink"
                  to={href('/auth/password/forgot')}
                >
                  {t('password.forgotten')}
                </Link>
              </p>
            </div>
          )}
          <NewPasswordField failure={failure} label={t('password.new')} rules={rules} />
          {failure?.remedy === 'nonce' && (
            <CodeField
              error={failure.fields.code}
              help={t('password.codeHelp')}
              label={t('password.code')}
              length={null}
            />
          )}
          <Button className="w-fit" isBusy={isBusy} kind="primary">
            {t(hasPassword ? 'password.changeTitle' : 'password.set')}
          </Button>
        </Form>
      </Card>
    </>
  )
}
