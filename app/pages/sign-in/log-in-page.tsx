import { Form, href, Link, useNavigation } from 'react-router'
import { PasswordField } from '../../blocks/credentials/fields.tsx'
import type { SignInOffers } from '../../identity.ts'
import { Button } from '../../ui/index.ts'
import type { AuthFailure } from './auth-failure.ts'
import { AddressField, AuthCard, FormAlert, TextLink, useFocusOnFailure } from './auth-form.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { type Way, Ways } from './ways.tsx'

interface LogInPageProps {
  readonly offers: SignInOffers
  readonly offered: readonly Way[]
  readonly way: Way
  /** What was typed, or what a link brought along. */
  readonly address: string
  readonly failure: AuthFailure | undefined
}

const submits = {
  password: 'Sign in',
  code: 'Send me a code',
  link: 'Send me a link',
  sso: 'Continue',
} as const satisfies Record<Way, string>

/** The first step: who somebody is, and how they want to prove it. */
export function LogInPage({ offers, offered, way, address, failure }: LogInPageProps) {
  const signUp = offers.signUp && (
    <>
      New here? <TextLink to={href('/auth/register')}>Create an account</TextLink>
    </>
  )
  const isElsewhere = way === 'sso'
  return (
    <AuthCard
      foot={isElsewhere ? <TextLink to={href('/auth/login')}>Sign in another way</TextLink> : signUp}
      intro={isElsewhere ? 'Your company’s own sign-in page opens next.' : undefined}
      title={isElsewhere ? 'Company sign-in' : 'Sign in'}
    >
      {!isElsewhere && <Ways current={way} offered={offered} />}
      {offered.length > 0 && <WayForm {...{ offers, offered, way, address, failure }} />}
      {!isElsewhere && <ProviderButtons companyTo={offers.sso ? '?way=sso' : undefined} providers={offers.providers} />}
    </AuthCard>
  )
}

function WayForm({ offers, offered, way, address, failure }: LogInPageProps) {
  const form = useFocusOnFailure(failure)
  const isBusy = useNavigation().formData?.get('intent') === way
  return (
    <>
      <FormAlert failure={failure}>
        {failure && <WayOut code={failure.code} {...{ address, offered, way }} />}
      </FormAlert>
      <Form className="grid gap-5" method="post" noValidate ref={form}>
        <input name="intent" type="hidden" value={way} />
        <AddressField
          allowsPhone={offers.phone && (way === 'password' || way === 'code')}
          error={failure?.fields.address}
          value={address}
          {...helpOf(way)}
        />
        {way === 'password' && (
          <PasswordField
            aside={<ForgotLink address={address} />}
            autoComplete="current-password"
            error={failure?.fields.password}
            label="Password"
          />
        )}
        <Button className="h-10 w-full" isBusy={isBusy} kind="primary">
          {submits[way]}
        </Button>
      </Form>
    </>
  )
}

interface WayOutProps {
  readonly code: string
  readonly way: Way
  readonly offered: readonly Way[]
  readonly address: string
}

/** What can be done about a refusal. */
function WayOut({ code, way, offered, address }: WayOutProps) {
  if (code === 'email_not_confirmed' || code === 'phone_not_confirmed') return <SendConfirmation address={address} />
  if (code !== 'over_request_rate_limit' || way !== 'password' || !offered.includes('code')) return null
  return (
    <p className="mt-2">
      <TextLink to={`?${new URLSearchParams({ way: 'code', email: address })}`}>Use a code instead</TextLink>
    </p>
  )
}

function helpOf(way: Way): { readonly help?: string; readonly label?: string } {
  if (way === 'sso') return { label: 'E-mail address at your company' }
  if (way === 'code') return { help: 'You get a code to type in; no password needed.' }
  return way === 'link' ? { help: 'You get a mail with a link that signs you in.' } : {}
}

function ForgotLink({ address }: { readonly address: string }) {
  const search = address === '' ? '' : `?${new URLSearchParams({ email: address })}`
  return (
    <Link
      className="rounded-sm text-soft hover:text-ink hover:underline"
      to={`${href('/auth/password/forgot')}${search}`}
    >
      Forgot password?
    </Link>
  )
}

function SendConfirmation({ address }: { readonly address: string }) {
  const isBusy = useNavigation().formData?.get('intent') === 'confirmation'
  return (
    <Form className="mt-2" method="post">
      <input name="intent" type="hidden" value="confirmation" />
      <input name="address" type="hidden" value={address} />
      <Button isBusy={isBusy} size="small">
        Send it again
      </Button>
    </Form>
  )
}
