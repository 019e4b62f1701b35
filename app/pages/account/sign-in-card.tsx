import { href, Link } from 'react-router'
import type { SignInOffers } from '../../identity.ts'
import { Badge, buttonClass, Card, CardHeader } from '../../ui/index.ts'
import type { Contact, SecurityModel } from './model.ts'
import { SettingRow } from './parts.tsx'

interface SignInCardProps {
  readonly security: SecurityModel
  readonly offers: SignInOffers
}

/** Address, number and password. */
export function SignInCard({ security: { email, phone, mayHavePassword }, offers }: SignInCardProps) {
  const sendsTexts = offers.phone || offers.phoneFactor
  return (
    <Card aria-labelledby="sign-in-heading">
      <CardHeader id="sign-in-heading" title="Sign-in" />
      <ul className="mt-1 divide-y divide-line">
        <SettingRow
          action={<Change about="e-mail address" to={href('/account/security/email')} verb={verbFor(email)} />}
          name="E-mail address"
        >
          <Current contact={email} none="None yet" />
        </SettingRow>
        <SettingRow
          action={
            sendsTexts && <Change about="phone number" to={href('/account/security/phone')} verb={verbFor(phone)} />
          }
          name="Phone number"
        >
          <Current
            contact={phone}
            none={sendsTexts ? 'None yet' : 'Not used: this installation sends no text messages.'}
          />
        </SettingRow>
        <SettingRow
          action={
            <Change
              about="password"
              to={href('/account/security/password')}
              verb={mayHavePassword ? 'Change' : 'Set'}
            />
          }
          name="Password"
        >
          {mayHavePassword ? 'Asked for when you sign in.' : 'You sign in without one.'}
        </SettingRow>
      </ul>
    </Card>
  )
}

function Current({ contact, none }: { readonly contact: Contact; readonly none: string }) {
  return (
    <>
      {contact.value || none}
      {contact.pending && (
        <p className="mt-1 flex flex-wrap items-center gap-1.5">
          <Badge tone="warn">Not confirmed yet</Badge> {contact.pending}
        </p>
      )}
    </>
  )
}

function verbFor({ value, pending }: Contact): string {
  if (pending) return 'Confirm'
  return value ? 'Change' : 'Add'
}

interface ChangeProps {
  readonly to: string
  readonly verb: string
  readonly about: string
}

function Change({ to, verb, about }: ChangeProps) {
  return (
    <Link className={buttonClass('secondary', 'small')} to={to}>
      {verb}
      <span className="sr-only"> {about}</span>
    </Link>
  )
}
