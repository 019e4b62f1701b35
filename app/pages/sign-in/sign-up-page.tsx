import { Form, href, useNavigation } from 'react-router'
import { NewPasswordField } from '../../blocks/credentials/new-password-field.tsx'
import type { SignInOffers } from '../../identity.ts'
import { Button, TextField } from '../../ui/index.ts'
import { AddressField } from './address-field.tsx'
import { AuthCard } from './auth-card.tsx'
import type { AuthFailure } from './auth-failure.ts'
import { FormAlert } from './form-alert.tsx'
import { TextLink } from './text-link.tsx'
import { useFocusOnFailure } from './use-focus-on-failure.ts'

interface SignUpPageProps {
  readonly offers: SignInOffers
  readonly values: { readonly name: string; readonly address: string }
  readonly failure: AuthFailure | undefined
}

/** A new account: name, address, password. */
export function SignUpPage({ offers, values, failure }: SignUpPageProps) {
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
