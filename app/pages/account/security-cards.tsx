import { Form, href, Link } from 'react-router'
import { ShieldCheck, Smartphone } from '../../icons.ts'
import type { SignInOffers } from '../../identity.ts'
import { Badge, Button, buttonClass, Card, CardHeader } from '../../ui/index.ts'
import type { Contact, FactorModel, IdentityModel, SecurityModel, SessionModel } from './model.ts'
import { Disclosure, SettingRow, useBusy } from './parts.tsx'

interface FactorsCardProps {
  readonly security: SecurityModel
  readonly offers: SignInOffers
}

/** The factors required besides the password. */
export function FactorsCard({ security: { factors, recoveryCodes }, offers }: FactorsCardProps) {
  const isOn = factors.length > 0
  const canAddPhone = offers.phoneFactor && factors.every(({ kind }) => kind !== 'phone')
  return (
    <Card aria-labelledby="factors-heading">
      <CardHeader
        id="factors-heading"
        note={isOn ? undefined : 'A stolen password alone then opens nothing.'}
        title={
          <span className="flex items-center gap-2">
            Second factor <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
          </span>
        }
      />
      {isOn && (
        <ul className="mt-1 divide-y divide-line border-line border-b">
          {factors.map((factor) => (
            <Factor factor={factor} isLast={factors.length === 1} key={factor.id} />
          ))}
          <RecoveryCodesRow left={recoveryCodes} />
        </ul>
      )}
      <AddFactor canAddPhone={canAddPhone} canAddTotp={offers.totp} isFirst={!isOn} />
    </Card>
  )
}

function RecoveryCodesRow({ left }: { readonly left: number }) {
  return (
    <SettingRow
      action={
        <Link className={buttonClass('secondary', 'small')} to={href('/account/security/recovery-codes')}>
          {left === 0 ? 'Create' : 'Renew'}
          <span className="sr-only"> recovery codes</span>
        </Link>
      }
      name={<>Recovery codes {left <= 3 && <Badge tone="warn">{left === 0 ? 'None' : 'Few'}</Badge>}</>}
    >
      {left === 0 ? 'Without them a lost phone locks you out.' : `${left} left`}
    </SettingRow>
  )
}

interface AddFactorProps {
  readonly canAddTotp: boolean
  readonly canAddPhone: boolean
  readonly isFirst: boolean
}

function AddFactor({ canAddTotp, canAddPhone, isFirst }: AddFactorProps) {
  return (
    <div className="flex flex-wrap gap-2 p-4 sm:px-5">
      {canAddTotp && (
        <Link
          className={buttonClass(isFirst ? 'primary' : 'secondary', 'small')}
          to={href('/account/security/authenticator')}
        >
          Add an authenticator app
        </Link>
      )}
      {canAddPhone && (
        <Link className={buttonClass('secondary', 'small')} to={href('/account/security/phone-factor')}>
          Add a phone
        </Link>
      )}
      {!canAddTotp && !canAddPhone && (
        <p className="text-[13px] text-soft">This installation offers no further factor.</p>
      )}
    </div>
  )
}

function Factor({ factor, isLast }: { readonly factor: FactorModel; readonly isLast: boolean }) {
  const Icon = factor.kind === 'totp' ? ShieldCheck : Smartphone
  return (
    <SettingRow
      action={
        <Disclosure about={factor.name} label="Remove…">
          <p className="mb-3">
            {isLast
              ? 'It is your only one: signing in then takes nothing but the first step, and your recovery codes mean nothing.'
              : 'It is no longer asked for; your others stay.'}
          </p>
          <Form method="post" preventScrollReset>
            <input name="intent" type="hidden" value="remove-factor" />
            <input name="factor" type="hidden" value={factor.id} />
            <Button isBusy={useBusy('remove-factor')} kind="danger" size="small">
              Remove {factor.name}
            </Button>
          </Form>
        </Disclosure>
      }
      name={
        <>
          <Icon aria-hidden className="size-4 text-faint" strokeWidth={1.75} /> {factor.name}
        </>
      }
    >
      {[factor.phone, `added ${factor.since}`].filter(Boolean).join(' · ')}
    </SettingRow>
  )
}

interface IdentitiesCardProps {
  readonly identities: readonly IdentityModel[]
  readonly offers: SignInOffers
}

/** External accounts that can sign in to this one. */
export function IdentitiesCard({ identities, offers }: IdentitiesCardProps) {
  const linkable = offers.manualLinking
    ? offers.providers.filter(({ id }) => identities.every(({ provider }) => provider !== id))
    : []
  return (
    <Card aria-labelledby="identities-heading">
      <CardHeader id="identities-heading" note="Each of these opens your account." title="Ways to sign in" />
      <ul className="mt-1 divide-y divide-line">
        {identities.map((identity) => (
          <Identity identity={identity} key={identity.id} />
        ))}
      </ul>
      {linkable.length > 0 && (
        <Form className="flex flex-wrap gap-2 border-line border-t p-4 sm:px-5" method="post" reloadDocument>
          <input name="intent" type="hidden" value="link" />
          {linkable.map(({ id, label }) => (
            <Button key={id} name="provider" size="small" value={id}>
              Link {label}
            </Button>
          ))}
        </Form>
      )}
    </Card>
  )
}

function Identity({ identity: { id, label, account, stays } }: { readonly identity: IdentityModel }) {
  return (
    <SettingRow
      action={
        stays === null && (
          <Disclosure about={label} label="Unlink…">
            <p className="mb-3">{account} at this provider then no longer opens your account.</p>
            <Form method="post" preventScrollReset>
              <input name="intent" type="hidden" value="unlink" />
              <input name="identity" type="hidden" value={id} />
              <Button kind="danger" size="small">
                Unlink {label}
              </Button>
            </Form>
          </Disclosure>
        )
      }
      name={label}
    >
      {account}
      {stays !== null && <span className="block text-faint">{stays}</span>}
    </SettingRow>
  )
}

/** The person's sessions, with buttons to end them. */
export function SessionsCard({ sessions }: { readonly sessions: readonly SessionModel[] | null }) {
  const hasOthers = sessions === null || sessions.length > 1
  return (
    <Card aria-labelledby="sessions-heading">
      <CardHeader id="sessions-heading" title="Where you are signed in" />
      {sessions === null ? (
        <p className="mt-1 px-4 text-[13px] text-soft sm:px-5">
          The hosted sign-in service does not list devices. You can still sign out all of them here.
        </p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {sessions.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2 border-line p-4 sm:px-5 [ul+&]:border-t">
        {hasOthers && (
          <SignOut label="Sign out all others" scope="others" text="You stay signed in on this device only." />
        )}
        <SignOut
          label="Sign out everywhere"
          scope="global"
          text="You are signed out on every device, this one included, and sign in again afterwards."
        />
      </div>
    </Card>
  )
}

function Session({ session }: { readonly session: SessionModel }) {
  const { isThis, device, ip, lastUsed, lastUsedAt, signedInAt, isStrong } = session
  return (
    <SettingRow
      action={
        isThis && (
          <Form method="post">
            <input name="intent" type="hidden" value="sign-out" />
            <Button kind="quiet" name="scope" size="small" value="local">
              Sign out<span className="sr-only"> this device</span>
            </Button>
          </Form>
        )
      }
      name={
        <>
          {device} {isThis && <Badge tone="good">This device</Badge>}
        </>
      }
    >
      <span title={lastUsedAt}>{isThis ? 'Active now' : `Last used ${lastUsed}`}</span>
      {ip && ` · ${ip}`}
      <span className="block text-faint">
        Signed in {signedInAt}
        {isStrong && ', with second factor'}
      </span>
    </SettingRow>
  )
}

interface SignOutProps {
  readonly label: string
  readonly scope: 'others' | 'global'
  readonly text: string
}

function SignOut({ label, scope, text }: SignOutProps) {
  return (
    <Disclosure align="start" kind="secondary" label={`${label}…`}>
      <p className="mb-3">{text}</p>
      <Form method="post" preventScrollReset>
        <input name="intent" type="hidden" value="sign-out" />
        <Button kind="danger" name="scope" size="small" value={scope}>
          {label}
        </Button>
      </Form>
    </Disclosure>
  )
}

interface SignInCardProps {
  readonly security: SecurityModel
  readonly offers: SignInOffers
}

/** Email address, phone number and password. */
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
