import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { PageTitle } from '../../frame/basic/index.ts'
import { Notice, TextField } from '../../ui/index.ts'
import type { AuthFailure } from './auth-failure.ts'

interface AuthCardProps {
  readonly title: string
  readonly intro?: ReactNode
  readonly children?: ReactNode
  /** Where else to go, below the card. */
  readonly foot?: ReactNode
}

/** One step of signing in: what it is, and the one thing to do. */
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
  /** What can be done about it. */
  readonly children?: ReactNode
}

/** Why a form was refused, read out at once; silent when a field says it already. */
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

/** Having to wait or to do one thing more is no failure. */
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

interface AddressFieldProps {
  /** Whether a phone number does as well. */
  readonly allowsPhone: boolean
  readonly label?: string
  readonly help?: string
  readonly value: string | undefined
  readonly error: string | undefined
}

/** What an account is found by. */
export function AddressField({ allowsPhone, label, help, value, error }: AddressFieldProps) {
  return (
    <TextField
      autoCapitalize="none"
      autoComplete="username"
      autoCorrect="off"
      defaultValue={value}
      error={error}
      help={help}
      inputMode="email"
      label={label ?? (allowsPhone ? 'E-mail address or phone number' : 'E-mail address')}
      name="address"
      required
      spellCheck={false}
      type={allowsPhone ? 'text' : 'email'}
    />
  )
}

/** Puts the focus into the field that a form was refused for: its message is read out, and typing replaces what it holds. */
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
