import { Form, href, Link } from 'react-router'
import { ShieldCheck, Smartphone } from '../../icons.ts'
import type { SignInOffers } from '../../identity.ts'
import { Badge, Button, buttonClass, Card, CardHeader } from '../../ui/index.ts'
import type { Contact, FactorModel, IdentityModel, SecurityModel, SessionModel } from './model.ts'
import { Disclosure, SettingRow, useBusy } from './parts.tsx'
import { type AccountKey, useWords } from './words.ts'

interface FactorsCardProps {
  readonly security: SecurityModel
  readonly offers: SignInOffers
}

/** The factors required besides the password. */
export function FactorsCard({ security: { factors, recoveryCodes }, offers }: FactorsCardProps) {
  const t = useWords()
  const isOn = factors.length > 0
  const canAddPhone = offers.phoneFactor && factors.every(({ kind }) => kind !== 'phone')
  return (
    <Card aria-labelledby="factors-heading">
      <CardHeader
        id="factors-heading"
        note={isOn ? undefined : t('security.factorNote')}
        title={
          <span className="flex items-center gap-2">
            {t('home.factor')} <Badge tone={isOn ? 'good' : 'neutral'}>{t(isOn ? 'home.on' : 'home.off')}</Badge>
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
  const t = useWords()
  return (
    <SettingRow
      action={
        <Link className={buttonClass('secondary', 'small')} to={href('/account/security/recovery-codes')}>
          {t(left === 0 ? 'security.create' : 'security.renew')}
          <span className="sr-only"> {t('security.aboutCodes')}</span>
        </Link>
      }
      name={
        <>
          {t('home.codes')} {left <= 3 && <Badge tone="warn">{t(left === 0 ? 'security.none' : 'security.few')}</Badge>}
        </>
      }
    >
      {left === 0 ? t('security.noCodes') : t('home.codesLeft', { count: left })}
    </SettingRow>
  )
}

interface AddFactorProps {
  readonly canAddTotp: boolean
  readonly canAddPhone: boolean
  readonly isFirst: boolean
}

function AddFactor({ canAddTotp, canAddPhone, isFirst }: AddFactorProps) {
  const t = useWords()
  return (
    <div className="flex flex-wrap gap-2 p-4 sm:px-5">
      {canAddTotp && (
        <Link
          className={buttonClass(isFirst ? 'primary' : 'secondary', 'small')}
          to={href('/account/security/authenticator')}
        >
          {t('security.addApp')}
        </Link>
      )}
      {canAddPhone && (
        <Link className={buttonClass('secondary', 'small')} to={href('/account/security/phone-factor')}>
          {t('security.addPhone')}
        </Link>
      )}
      {!canAddTotp && !canAddPhone && <p className="text-[13px] text-soft">{t('security.noMethod')}</p>}
    </div>
  )
}

function Factor({ factor, isLast }: { readonly factor: FactorModel; readonly isLast: boolean }) {
  const t = useWords()
  const Icon = factor.kind === 'totp' ? ShieldCheck : Smartphone
  return (
    <SettingRow
      action={
        <Disclosure about={factor.name} label={`${t('security.remove')}…`}>
          <p className="mb-3">{t(isLast ? 'security.removeLast' : 'security.removeOne')}</p>
          <Form method="post" preventScrollReset>
            <input name="intent" type="hidden" value="remove-factor" />
            <input name="factor" type="hidden" value={factor.id} />
            <Button isBusy={useBusy('remove-factor')} kind="danger" size="small">
              {t('security.removeName', { name: factor.name })}
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
      {[factor.phone, t('security.added', { since: factor.since })].filter(Boolean).join(' · ')}
    </SettingRow>
  )
}

interface IdentitiesCardProps {
  readonly identities: readonly IdentityModel[]
  readonly offers: SignInOffers
}

/** External accounts that can sign in to this one. */
export function IdentitiesCard({ identities, offers }: IdentitiesCardProps) {
  const t = useWords()
  const linkable = offers.manualLinking
    ? offers.providers.filter(({ id }) => identities.every(({ provider }) => provider !== id))
    : []
  return (
    <Card aria-labelledby="identities-heading">
      <CardHeader id="identities-heading" note={t('security.waysNote')} title={t('security.ways')} />
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
              {t('security.link', { name: label })}
            </Button>
          ))}
        </Form>
      )}
    </Card>
  )
}

function Identity({ identity: { id, label, account, stays } }: { readonly identity: IdentityModel }) {
  const t = useWords()
  return (
    <SettingRow
      action={
        stays === null && (
          <Disclosure about={label} label={`${t('security.unlink')}…`}>
            <p className="mb-3">{t('security.unlinkAbout', { account })}</p>
            <Form method="post" preventScrollReset>
              <input name="intent" type="hidden" value="unlink" />
              <input name="identity" type="hidden" value={id} />
              <Button kind="danger" size="small">
                {t('security.unlinkName', { name: label })}
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
  const t = useWords()
  const hasOthers = sessions === null || sessions.length > 1
  return (
    <Card aria-labelledby="sessions-heading">
      <CardHeader id="sessions-heading" title={t('security.sessions')} />
      {sessions === null ? (
        <p className="mt-1 px-4 text-[13px] text-soft sm:px-5">{t('security.sessionsHidden')}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {sessions.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2 border-line p-4 sm:px-5 [ul+&]:border-t">
        {hasOthers && <SignOut label={t('security.outOthers')} scope="others" text={t('security.outOthersAbout')} />}
        <SignOut label={t('security.outAll')} scope="global" text={t('security.outAllAbout')} />
      </div>
    </Card>
  )
}

function Session({ session }: { readonly session: SessionModel }) {
  const t = useWords()
  const { isThis, device, ip, lastUsed, lastUsedAt, signedInAt, isStrong } = session
  return (
    <SettingRow
      action={
        isThis && (
          <Form method="post">
            <input name="intent" type="hidden" value="sign-out" />
            <Button kind="quiet" name="scope" size="small" value="local">
              {t('security.out')}
              <span className="sr-only"> {t('security.outThis')}</span>
            </Button>
          </Form>
        )
      }
      name={
        <>
          <bdi>{device}</bdi> {isThis && <Badge tone="good">{t('security.thisDevice')}</Badge>}
        </>
      }
    >
      <span title={lastUsedAt}>{isThis ? t('security.active') : t('security.lastUsed', { age: lastUsed })}</span>
      {ip && ` · ${ip}`}
      <span className="block text-faint">
        {t(isStrong ? 'security.signedInStrong' : 'security.signedIn', { at: signedInAt })}
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
  const t = useWords()
  const sendsTexts = offers.phone || offers.phoneFactor
  return (
    <Card aria-labelledby="sign-in-heading">
      <CardHeader id="sign-in-heading" title={t('security.signIn')} />
      <ul className="mt-1 divide-y divide-line">
        <SettingRow
          action={
            <Change about={t('security.aboutEmail')} to={href('/account/security/email')} verb={t(verbFor(email))} />
          }
          name={t('security.emailAddress')}
        >
          <Current contact={email} none={t('security.noneYet')} />
        </SettingRow>
        <SettingRow
          action={
            sendsTexts && (
              <Change about={t('security.aboutPhone')} to={href('/account/security/phone')} verb={t(verbFor(phone))} />
            )
          }
          name={t('security.phoneNumber')}
        >
          <Current contact={phone} none={t(sendsTexts ? 'security.noneYet' : 'security.noTexts')} />
        </SettingRow>
        <SettingRow
          action={
            <Change
              about={t('security.aboutPassword')}
              to={href('/account/security/password')}
              verb={t(mayHavePassword ? 'security.change' : 'security.set')}
            />
          }
          name={t('security.password')}
        >
          {t(mayHavePassword ? 'security.passwordAsked' : 'security.noPassword')}
        </SettingRow>
      </ul>
    </Card>
  )
}

function Current({ contact, none }: { readonly contact: Contact; readonly none: string }) {
  const t = useWords()
  return (
    <>
      {contact.value || none}
      {contact.pending && (
        <p className="mt-1 flex flex-wrap items-center gap-1.5">
          <Badge tone="warn">{t('security.unconfirmed')}</Badge> {contact.pending}
        </p>
      )}
    </>
  )
}

function verbFor({ value, pending }: Contact): AccountKey {
  if (pending) return 'security.confirm'
  return value ? 'security.change' : 'security.add'
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
