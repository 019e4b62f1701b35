import { data, Form, href, useNavigation } from 'react-router'
import { NewPasswordField } from '../../blocks/credentials/fields.tsx'
import { RegisterSteps } from '../../blocks/register-steps/register-steps.tsx'
import { sendSignedInOn } from '../../guards/leave.server.ts'
import type { SignInOffers } from '../../identity.ts'
import { formText, guarded, identityContext } from '../../request.server.ts'
import { Button, TextField } from '../../ui/index.ts'
import type { Route } from './+types/sign-up-route.ts'
import type { AuthFailure } from './auth-failure.ts'
import { AddressField, AuthCard, FormAlert, TextLink, useFocusOnFailure } from './auth-form.tsx'
import { signUp } from './enter.server.ts'
import { CodeStep } from './second-step.tsx'

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
  return data({ failure: outcome.body, values }, { status: outcome.status })
})

export default function RegisterRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { offers, sent, again, isInvited, address } = loaderData
  const failure = actionData?.failure
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
          intro={<Intro sent={sent} />}
          mailbox={offers.mailbox}
          sent={sent}
          submit="Confirm"
        />
      )}
    </>
  )
}

function Intro({ sent }: { readonly sent: string }) {
  return (
    <>
      We sent a message to <strong className="font-medium text-ink">{sent}</strong>.{' '}
      {sent.includes('@') ? 'Open its link, or enter the code from it here.' : 'Enter the code from it.'} If you have an
      account already, sign in instead.
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
  const foot = (
    <>
      Have an account? <TextLink to={logIn}>Sign in</TextLink>
    </>
  )
  if (!offers.signUp) {
    return (
      <AuthCard
        foot={foot}
        intro="New accounts come by invitation. Ask somebody of your organisation to send you one."
        title="Sign-up is closed"
      />
    )
  }
  return (
    <AuthCard
      foot={foot}
      intro={
        offers.isFirstPerson
          ? 'Nobody has an account here yet. Yours comes first; it will own the organisation that you set up next.'
          : 'Your shop’s figures in one place. It takes two minutes.'
      }
      title={offers.isFirstPerson ? 'Create the first account' : 'Create your account'}
    >
      <SignUpForm failure={failure} offers={offers} values={values} />
    </AuthCard>
  )
}

function SignUpForm({ offers, values, failure }: SignUpPageProps) {
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
          label="Your name"
          maxLength={100}
          name="name"
          required
        />
        <AddressField allowsPhone={offers.phone} error={failure?.fields.address} value={values.address} />
        <NewPasswordField failure={failure} label="Password" rules={offers.passwordRules} />
        <Button className="h-10 w-full" isBusy={isBusy} kind="primary">
          Create account
        </Button>
      </Form>
    </>
  )
}
