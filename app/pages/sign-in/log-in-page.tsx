import type { ReactNode } from 'react'
import { Form, href, Link, useNavigation } from 'react-router'
import { PasswordField } from '../../blocks/credentials/fields.tsx'
import { Building2, KeyRound } from '../../icons.ts'
import type { SignInOffers } from '../../identity.ts'
import { Button, buttonClass } from '../../ui/index.ts'
import type { AuthFailure } from './auth-failure.ts'
import {
  AddressField,
  AuthCard,
  FormAlert,
  Sentence,
  TextLink,
  useFocusOnFailure,
  type Way,
  Ways,
} from './auth-form.tsx'
import { type SignInKey, useWords } from './words.ts'

const marks: Readonly<Record<string, ReactNode>> = {
  google: (
    <g fill="none" strokeWidth="3.4">
      <path d="M17.2 6.2A7.3 7.3 0 0 0 5.5 8" stroke="#ea4335" />
      <path d="M5.5 8a7.3 7.3 0 0 0 0 8" stroke="#fbbc05" />
      <path d="M5.5 16a7.3 7.3 0 0 0 11.4 1.6" stroke="#34a853" />
      <path d="M16.9 17.6A7.3 7.3 0 0 0 19.3 12H12" stroke="#4285f4" />
    </g>
  ),
  github: (
    <path
      className="fill-ink"
      d="M12 2.5a9.6 9.6 0 0 0-3 18.7c.5.1.7-.2.7-.5v-1.8c-2.7.5-3.4-.7-3.6-1.3-.1-.3-.6-1.2-1.1-1.4-.4-.2-.9-.7 0-.7s1.5.7 1.7 1.100c1 1.6 2.5 1.2 3.1.9.1-.7.4-1.2.7-1.4-2.4-.3-4.8-1.2-4.8-5.2 0-1.2.4-2.1 1.1-2.9-.1-.3-.5-1.4.1-2.8 0 0 .9-.3 2.9 1.100a9.8 9.8 0 0 1 5.3 0c2-1.4 2.9-1.1 2.9-1.1.6 1.4.2 2.5.1 2.8.7.8 1.1 1.7 1.1 2.9 0 4-2.5 4.9-4.8 5.2.4.3.7 1 .7 1.900v2.700c0 .3.2.6.7.5A9.6 9.6 0 0 0 12 2.500Z"
    />
  ),
  apple: (
    <path
      className="fill-ink"
      d="M16.4 12.600c0-2 1.6-2.9 1.7-3a3.7 3.7 0 0 0-2.9-1.600c-1.2-.1-2.4.7-3 .7s-1.6-.7-2.6-.7A3.9 3.9 0 0 0 6.3 10c-1.4 2.4-.4 6 1 8 .7 1 1.5 2 2.5 2s1.4-.6 2.6-.6 1.5.6 2.6.6 1.8-1 2.4-1.900c.8-1.1 1.1-2.2 1.1-2.200s-2.1-.8-2.1-3.300ZM14.5 6.700c.5-.7.9-1.6.8-2.6-.8 0-1.8.5-2.4 1.2-.5.6-1 1.6-.8 2.5.9.1 1.8-.4 2.4-1.100Z"
    />
  ),
  azure: (
    <>
      <path d="M4 4h7.500v7.500H4Z" fill="#f25022" />
      <path d="M12.5 4H20v7.500h-7.500Z" fill="#7fba00" />
      <path d="M4 12.500h7.500V20H4Z" fill="#00a4ef" />
      <path d="M12.5 12.500H20V20h-7.500Z" fill="#ffb900" />
    </>
  ),
  facebook: (
    <>
      <circle cx="12" cy="12" fill="#1877f2" r="9.5" />
      <path
        d="M13.3 21.400v-7h2.400l.4-2.700h-2.800v-1.800c0-.8.4-1.5 1.6-1.500h1.300V6.100s-1.1-.2-2.2-.2c-2.3 0-3.7 1.3-3.7 3.800v2H7.900v2.700h2.400v7Z"
        fill="#fff"
      />
    </>
  ),
}

/** Logo of a provider; its name is shown beside it. */
function ProviderMark({ provider }: { readonly provider: string }) {
  const mark = marks[provider]
  if (!mark) return <KeyRound aria-hidden className="size-4.5 shrink-0 text-soft" strokeWidth={1.75} />
  return (
    <svg aria-hidden className="size-4.5 shrink-0" role="presentation" viewBox="0 0 24 24">
      {mark}
    </svg>
  )
}

interface ProviderButtonsProps {
  readonly providers: readonly { readonly id: string; readonly label: string }[]
  /** Link to the form for company sign-in (SSO); undefined where it is not offered. */
  readonly companyTo?: string | undefined
}

/** Buttons for external sign-in providers. */
function ProviderButtons({ providers, companyTo }: ProviderButtonsProps) {
  const t = useWords()
  const { formData } = useNavigation()
  const isCompact = providers.length > 2
  if (providers.length === 0 && companyTo === undefined) return null
  return (
    <div className="grid gap-5">
      <p className="flex items-center gap-3 text-[13px] text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
      <div className="grid gap-2.5">
        {providers.length > 0 && (
          <Form className={`grid gap-2.5 ${isCompact ? 'grid-cols-2' : ''}`} method="post">
            <input name="intent" type="hidden" value="provider" />
            {providers.map(({ id, label }) => (
              <Button
                aria-label={t('continueWith', { provider: label })}
                className="h-10 w-full min-w-0"
                isBusy={formData?.get('provider') === id}
                key={id}
                name="provider"
                value={id}
              >
                <ProviderMark provider={id} />
                {isCompact ? label : t('continueWith', { provider: label })}
              </Button>
            ))}
          </Form>
        )}
        {companyTo !== undefined && (
          <Link className={`${buttonClass()} h-10 w-full`} preventScrollReset to={companyTo}>
            <Building2 aria-hidden className="size-4.5 text-soft" strokeWidth={1.75} />
            {t('companyTitle')}
          </Link>
        )}
      </div>
    </div>
  )
}

interface LogInPageProps {
  readonly offers: SignInOffers
  readonly offered: readonly Way[]
  readonly way: Way
  /** Entered address, or the one from a link. */
  readonly address: string
  readonly failure: AuthFailure | undefined
}

const submits = {
  password: 'signIn',
  code: 'submit.code',
  link: 'submit.link',
  sso: 'continue',
} as const satisfies Record<Way, SignInKey>

/** The first step: the account, and the method of signing in. */
export function LogInPage({ offers, offered, way, address, failure }: LogInPageProps) {
  const t = useWords()
  const signUp = offers.signUp && <Sentence text={t('newHere')} to={href('/auth/register')} />
  const isElsewhere = way === 'sso'
  return (
    <AuthCard
      foot={isElsewhere ? <TextLink to={href('/auth/login')}>{t('another')}</TextLink> : signUp}
      intro={isElsewhere ? t('companyIntro') : undefined}
      title={t(isElsewhere ? 'companyTitle' : 'signIn')}
    >
      {!isElsewhere && <Ways current={way} offered={offered} />}
      {offered.length > 0 && <WayForm {...{ offers, offered, way, address, failure }} />}
      {!isElsewhere && <ProviderButtons companyTo={offers.sso ? '?way=sso' : undefined} providers={offers.providers} />}
    </AuthCard>
  )
}

function WayForm({ offers, offered, way, address, failure }: LogInPageProps) {
  const t = useWords()
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
          {...(way === 'sso' && { label: t('companyEmail') })}
          {...((way === 'code' || way === 'link') && { help: t(`${way}Help`) })}
        />
        {way === 'password' && (
          <PasswordField
            aside={<ForgotLink address={address} />}
            autoComplete="current-password"
            error={failure?.fields.password}
            label={t('password')}
          />
        )}
        <Button className="h-10 w-full" isBusy={isBusy} kind="primary">
          {t(submits[way])}
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

/** Remedies for a rejection. */
function WayOut({ code, way, offered, address }: WayOutProps) {
  const t = useWords()
  if (code === 'email_not_confirmed' || code === 'phone_not_confirmed') return <SendConfirmation address={address} />
  if (code !== 'over_request_rate_limit' || way !== 'password' || !offered.includes('code')) return null
  return (
    <p className="mt-2">
      <TextLink to={`?${new URLSearchParams({ way: 'code', email: address })}`}>{t('useCode')}</TextLink>
    </p>
  )
}

function ForgotLink({ address }: { readonly address: string }) {
  const search = address === '' ? '' : `?${new URLSearchParams({ email: address })}`
  return (
    <Link
      className="rounded-sm text-soft hover:text-ink hover:underline"
      to={`${href('/auth/password/forgot')}${search}`}
    >
      {useWords()('forgot')}
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
        {useWords()('sendItAgain')}
      </Button>
    </Form>
  )
}
