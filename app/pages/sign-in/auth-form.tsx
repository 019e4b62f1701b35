import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { PageTitle } from '../../frame/basic/index.ts'
import type { SignInOffers } from '../../identity.ts'
import { Tagged } from '../../language/index.ts'
import { Button, Notice, TextField, useAlive } from '../../ui/index.ts'
import type { AuthFailure } from './auth-failure.ts'
import { useWords } from './words.ts'

interface AuthCardProps {
  readonly title: string
  readonly intro?: ReactNode
  readonly children?: ReactNode
  /** Links below the card. */
  readonly foot?: ReactNode
}

/** One step of signing in: its title, and a single action. */
export function AuthCard({ title, intro, children, foot }: AuthCardProps) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className="rounded-2xl border border-line bg-surface px-5 py-6 shadow-xs sm:p-8">
        <h1 className="text-balance font-semibold text-xl tracking-tight">{title}</h1>
        {intro && <div className="mt-1.5 text-pretty break-words text-soft">{intro}</div>}
        {children && <div className="mt-6 grid gap-5">{children}</div>}
      </div>
      {foot && <div className="mt-6 px-2 text-center text-soft">{foot}</div>}
    </>
  )
}

interface FormAlertProps {
  readonly failure: AuthFailure | undefined
  /** Remedies. */
  readonly children?: ReactNode
}

/** Why a form was rejected, announced at once; empty when a field shows it already. */
export function FormAlert({ failure, children }: FormAlertProps) {
  if (!failure || Object.values(failure.fields).includes(failure.message)) return null
  return (
    <div role="alert">
      <Notice severity={severityOf(failure)}>
        {failure.message}
        {children}
      </Notice>
    </div>
  )
}

/** Waiting, or doing one more step, is not a failure. */
function severityOf({ code }: AuthFailure): 'info' | 'warning' | 'serious' {
  if (code === 'reauthentication_needed') return 'info'
  return code.startsWith('over_') ? 'warning' : 'serious'
}

/** A link within a sentence. */
export function TextLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link
      className="rounded-sm font-medium text-ink underline decoration-edge/60 underline-offset-3 hover:decoration-ink"
      to={to}
    >
      {children}
    </Link>
  )
}

interface SentenceProps {
  readonly text: string
  /** Where `<link>` leads. */
  readonly to?: string
}

/** A text whose `<b>` is what the person recognises, such as their address, and whose `<link>` leads on. */
export function Sentence({ text, to = '' }: SentenceProps) {
  return (
    <Tagged
      tags={{
        b: (content) => <strong className="font-medium text-ink">{content}</strong>,
        link: (content) => <TextLink to={to}>{content}</TextLink>,
      }}
      text={text}
    />
  )
}

interface AddressFieldProps {
  /** Whether a phone number is accepted too. */
  readonly allowsPhone: boolean
  readonly label?: string
  readonly help?: string
  readonly value: string | undefined
  readonly error: string | undefined
}

/** Field for the address that identifies an account. */
export function AddressField({ allowsPhone, label, help, value, error }: AddressFieldProps) {
  const t = useWords()
  return (
    <TextField
      autoCapitalize="none"
      autoComplete="username"
      autoCorrect="off"
      defaultValue={value}
      error={error}
      help={help}
      inputMode="email"
      label={label ?? t(allowsPhone ? 'emailOrPhone' : 'email')}
      name="address"
      required
      spellCheck={false}
      type={allowsPhone ? 'text' : 'email'}
    />
  )
}

/** Focuses the rejected field: its message is announced, and typing replaces its value. */
export function useFocusOnFailure(failure: AuthFailure | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!failure) return
    const field = form.current?.querySelector<HTMLInputElement>('input[aria-invalid="true"]')
    field?.focus()
    field?.select()
  }, [failure])
  return form
}

interface ResendFormProps {
  /** Hidden fields: the address, the factor. */
  readonly values: Readonly<Record<string, string>>
  /** Seconds during which the service would refuse. */
  readonly waitSeconds: number
}

/** Resends a code, once the service allows it. Give it a new `key` after each one. */
export function ResendForm({ values, waitSeconds }: ResendFormProps) {
  const t = useWords()
  const left = useCountdown(waitSeconds)
  const isAlive = useAlive()
  const isBusy = useNavigation().formData?.get('intent') === 'again'
  const isWaiting = isAlive && left > 0
  return (
    <Form className="flex h-8 items-center justify-center" method="post" noValidate>
      <input name="intent" type="hidden" value="again" />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      <Button disabled={isWaiting} isBusy={isBusy} kind="quiet" size="small">
        {isWaiting ? t('sendAgainIn', { seconds: left }) : t('sendAgain')}
      </Button>
    </Form>
  )
}

function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1_000)
    return () => clearInterval(timer)
  }, [])
  return left
}

interface SegmentsProps {
  readonly label: string
  readonly choices: readonly { readonly key: string; readonly text: string; readonly to: string }[]
  readonly current: string | undefined
}

/** Alternatives side by side, as links: each has its own address and works without scripts. */
export function Segments({ label, choices, current }: SegmentsProps) {
  return (
    <nav aria-label={label} className="flex rounded-lg bg-hover p-0.5 dark:bg-sunken">
      {choices.map(({ key, text, to }) => (
        <Link
          aria-current={key === current ? 'page' : undefined}
          className="flex h-8 min-w-0 flex-auto items-center justify-center rounded-md px-1.5 font-medium text-[13px] text-soft hover:text-ink aria-[current=page]:bg-surface aria-[current=page]:text-ink aria-[current=page]:shadow-xs dark:aria-[current=page]:bg-hover pointer-coarse:h-11"
          key={key}
          preventScrollReset
          replace
          to={to}
        >
          <span className="truncate">{text}</span>
        </Link>
      ))}
    </nav>
  )
}

/** Sign-in methods of the form; providers have buttons of their own. */
export type Way = 'password' | 'code' | 'link' | 'sso'

/** The method in the address; by default the first that is offered. */
export function toWay(name: string | null, offered: readonly Way[]): Way {
  return offered.find((way) => way === name) ?? offered[0] ?? 'password'
}

/** Links to the form's methods; company sign-in has a button among the providers. */
export function Ways({ offered, current }: { readonly offered: readonly Way[]; readonly current: Way }) {
  const t = useWords()
  const shown = offered.filter((way) => way !== 'sso')
  if (shown.length < 2) return null
  const choices = shown.map((way) => ({ key: way, text: t(`way.${way}`), to: `?way=${way}` }))
  return <Segments choices={choices} current={current} label={t('way.label')} />
}

/** Methods that the auth service is configured for. */
export function waysOf({ password, email, phone, sso }: SignInOffers): Way[] {
  return [
    ...(password && (email || phone) ? (['password'] as const) : []),
    ...(email || phone ? (['code'] as const) : []),
    ...(email ? (['link'] as const) : []),
    ...(sso ? (['sso'] as const) : []),
  ]
}
