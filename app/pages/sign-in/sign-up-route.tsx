import { data, Form, href, useNavigation } from 'react-router'
import { NewPasswordField } from '../../blocks/credentials/fields.tsx'
import { RegisterSteps } from '../../blocks/register-steps/register-steps.tsx'
import { sendSignedInOn } from '../../guards/leave.server.ts'
import type { SignInOffers } from '../../identity.ts'
import { formText, guarded, identityContext } from '../../request.server.ts'
import { Button, TextField } from '../../ui/index.ts'
import type { Route } from './+types/sign-up-route.ts'
import type { AuthFailure } from './auth-failure.ts'
import { AddressField, AuthCard, FormAlert, Sentence, useFocusOnFailure } from './auth-form.tsx'
import { signUp } from './enter.server.ts'
import { CodeStep } from './second-step.tsx'
import { failureIn } from './sign-in.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  await sendSignedInOn(args)
  const search = args.url.searchParams
  return {
    offers: await args.context.get(identityContext).offers(),
    isInvited: search.has('invited'),
    address: search.get('email') ?? '',
    sent: search.get('sent'),
    again: Number(search.get('again')) || 0,
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const form = await args.request.formData()
  const outcome = await signUp(args, form)
  if (outcome instanceof Response) return outcome
  const values = { name: formText(form, 'name'), address: formText(form, 'address') }
  return data({ failure: await failureIn(args, outcome), values }, { status: outcome.status })
})

export default function RegisterRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { offers, sent, again, isInvited, address } = loaderData
  const failure = actionData?.failure
  const t = useWords()
  return (
    <>
      {!isInvited && offers.signUp && <RegisterSteps current="account" />}
      {sent === null ? (
        <SignUpPage failure={failure} offers={offers} values={actionData?.values ?? { name: '', address }} />
      ) : (
        <CodeStep
          again={again}
          changeTo={`?${new URLSearchParams({ email: sent })}`}
          codeLength={offers.codeLength}
          failure={failure}
          intro={<Sentence text={t(sent.includes('@') ? 'sent.signUpMail' : 'sent.signUpText', { address: sent })} />}
          mailbox={offers.mailbox}
          sent={sent}
          submit={t('confirm')}
        />
      )}
    </>
  )
}

interface SignUpPageProps {
  readonly offers: SignInOffers
  readonly values: { readonly name: string; readonly address: string }
  readonly failure: AuthFailure | undefined
}

/** A new account: name, address, password. */
function SignUpPage({ offers, values, failure }: SignUpPageProps) {
  const logIn = `${href('/auth/login')}${values.address === '' ? '' : `?${new URLSearchParams({ email: values.address })}`}`
  const t = useWords()
  const foot = <Sentence text={t('signUp.have')} to={logIn} />
  if (!offers.signUp) return <AuthCard foot={foot} intro={t('signUp.closedText')} title={t('signUp.closed')} />
  return (
    <AuthCard
      foot={foot}
      intro={t(offers.isFirstPerson ? 'signUp.firstText' : 'signUp.text')}
      title={t(offers.isFirstPerson ? 'signUp.first' : 'signUp.title')}
    >
      <SignUpForm failure={failure} offers={offers} values={values} />
    </AuthCard>
  )
}

function SignUpForm({ offers, values, failure }: SignUpPageProps) {
  const t = useWords()
  const form = useFocusOnFailure(failure)
  const isBusy = useNavigation().formData?.get('intent') === 'create'
  return (
    <>
      <FormAlert failure={failure} />
      <Form className="grid gap-5" method="post" noValidate ref={form}>
        <input name="intent" type="hidden" value="create" />
        <TextField
          autoComplete="name"
          defaultValue={values.name}
          error={failure?.fields.name}
          label={t('signUp.name')}
          maxLength={100}
          name="name"
          required
        />
        <AddressField allowsPhone={offers.phone} error={failure?.fields.address} value={values.address} />
        <NewPasswordField failure={failure} label={t('password')} rules={offers.passwordRules} />
        <Button className="h-10 w-full" isBusy={isBusy} kind="primary">
          {t('signUp.create')}
        </Button>
      </Form>
    </>
  )
}
