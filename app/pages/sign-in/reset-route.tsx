import { data, Form, href, Link, redirect, useNavigation } from 'react-router'
import { CodeField, NewPasswordField } from '../../blocks/credentials/fields.tsx'
import { rememberPath } from '../../guards/leave.server.ts'
import type { PasswordRules } from '../../identity.ts'
import { guarded, identityContext } from '../../request.server.ts'
import { Button, buttonClass } from '../../ui/index.ts'
import type { Route } from './+types/reset-route.ts'
import type { AuthFailure } from './auth-failure.ts'
import { AuthCard, FormAlert, Sentence, TextLink, useFocusOnFailure } from './auth-form.tsx'
import { setPassword } from './mail-links.server.ts'
import { failureIn } from './sign-in.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async ({ context, url }: Route.LoaderArgs) => {
  const identity = context.get(identityContext)
  const [person, { passwordRules }] = await Promise.all([identity.person(), identity.offers()])
  if (person && !person.isComplete) {
    const cookie = rememberPath(href('/auth/password/reset'))
    throw redirect(href('/auth/mfa'), { headers: { 'Set-Cookie': cookie } })
  }
  const isDone = url.searchParams.has('done')
  const state = !person ? ('signed_out' as const) : isDone ? ('done' as const) : ('form' as const)
  return { state, email: person?.email || person?.phone || '', rules: passwordRules }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const outcome = await setPassword(args, await args.request.formData())
  if (outcome instanceof Response) return outcome
  return data({ failure: await failureIn(args, outcome) }, { status: outcome.status })
})

export default function ResetRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <ResetPage {...loaderData} failure={actionData?.failure} />
}

interface ResetPageProps {
  readonly state: 'form' | 'done' | 'signed_out'
  /** Email of the account. */
  readonly email: string
  readonly rules: PasswordRules
  readonly failure: AuthFailure | undefined
}

/** Sets a new password after following the link; a single field, since its value can be shown. */
function ResetPage({ state, email, rules, failure }: ResetPageProps) {
  const t = useWords()
  if (state === 'done') {
    return (
      <AuthCard intro={t('reset.doneText')} title={t('reset.done')}>
        <Link className={`${buttonClass('primary')} h-10 w-full`} to="/">
          {t('continue')}
        </Link>
      </AuthCard>
    )
  }
  if (state === 'signed_out' || failure?.code === 'session_not_found') {
    return (
      <AuthCard
        foot={<TextLink to={href('/auth/login')}>{t('backToSignIn')}</TextLink>}
        intro={t('reset.goneText')}
        title={t('reset.gone')}
      >
        <Link className={`${buttonClass('primary')} h-10 w-full`} to={href('/auth/password/forgot')}>
          {t('reset.newLink')}
        </Link>
      </AuthCard>
    )
  }
  return (
    <AuthCard intro={<Sentence text={t('reset.for', { email })} />} title={t('reset.title')}>
      <ResetForm email={email} failure={failure} rules={rules} />
    </AuthCard>
  )
}

function ResetForm({ email, rules, failure }: Omit<ResetPageProps, 'state'>) {
  const t = useWords()
  const form = useFocusOnFailure(failure)
  const isBusy = useNavigation().state !== 'idle'
  const asksCode = failure?.code === 'reauthentication_needed' || failure?.code === 'reauthentication_not_valid'
  return (
    <>
      <FormAlert failure={failure} />
      <Form className="grid gap-5" method="post" noValidate ref={form}>
        {/* Tells password managers which entry to change. */}
        <input autoComplete="username" className="hidden" defaultValue={email} name="account" readOnly type="text" />
        <NewPasswordField failure={failure} label={t('newPassword')} rules={rules} />
        {asksCode && <CodeField error={failure.fields.code} label={t('reset.code')} length={null} />}
        <Button className="h-10 w-full" isBusy={isBusy} kind="primary">
          {t('reset.save')}
        </Button>
      </Form>
    </>
  )
}
