import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { href, Link, useBlocker, useNavigation } from 'react-router'
import { FormRefusal } from '../../blocks/fields/form-refusal.tsx'
import { ArrowLeft, UserRound } from '../../icons.ts'
import { Button, buttonClass, Notice, TextField } from '../../ui/index.ts'
import type { AccountFailure } from './model.ts'
import { useWords } from './words.ts'

interface PageHeadProps {
  readonly title: string
  readonly children?: ReactNode
  /** The page this one was opened from. */
  readonly back?: { readonly to: string; readonly label: string }
}

/** Title and purpose of a page. */
export function PageHead({ title, children, back }: PageHeadProps) {
  return (
    <header className="mb-6">
      {back && (
        <Link
          className="touch-target mb-2 inline-flex items-center gap-1.5 rounded text-[13px] text-soft hover:text-ink"
          to={back.to}
        >
          <ArrowLeft aria-hidden className="size-3.5 rtl:-scale-x-100" />
          {back.label}
        </Link>
      )}
      <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
      {children && <p className="mt-1.5 max-w-prose text-pretty text-soft">{children}</p>}
    </header>
  )
}

/** Why a form was refused, with the way to confirm who one is where that is missing. */
export function FailureNotice({ failure }: { readonly failure: AccountFailure | undefined }) {
  const t = useWords()
  const confirm = (
    <Link className="underline underline-offset-2" to={href('/auth/mfa')}>
      {t('frame.confirmNow')}
    </Link>
  )
  return (
    <FormRefusal
      action={failure?.remedy === 'factor' && confirm}
      className="mb-5"
      failure={failure}
      severity={failure?.remedy === null ? 'serious' : 'warning'}
    />
  )
}

interface SettingRowProps {
  readonly name: ReactNode
  readonly children?: ReactNode
  /** Buttons or links on the right. */
  readonly action?: ReactNode
}

/** A setting with its current value. */
export function SettingRow({ name, children, action }: SettingRowProps) {
  return (
    <li className="flex items-start justify-between gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">{name}</p>
        {children && <div className="mt-0.5 break-words text-[13px] text-soft">{children}</div>}
      </div>
      {action && <div className="shrink-0">{action}</div>}
    </li>
  )
}

interface DisclosureProps {
  /** Text of the button; ends in "…" because a confirmation follows. */
  readonly label: string
  /** Completes the label for screen readers. */
  readonly about?: string
  readonly kind?: 'secondary' | 'quiet'
  /** The edge of the button that the panel aligns to. */
  readonly align?: 'start' | 'end'
  readonly children: ReactNode
}

/** An inline confirmation before an action. Opens without JavaScript, one at a time. */
export function Disclosure({ label, about, kind = 'quiet', align = 'end', children }: DisclosureProps) {
  return (
    <details className="relative" name="question">
      <summary className={`${buttonClass(kind, 'small')} list-none [&::-webkit-details-marker]:hidden`}>
        {label}
        {about && <span className="sr-only"> {about}</span>}
      </summary>
      <div
        className={`${align === 'end' ? 'end-0' : 'start-0'} absolute z-20 mt-1.5 w-80 max-w-[calc(100vw-4.5rem)] rounded-xl border border-line bg-raised p-4 text-[13px] shadow-raised`}
      >
        {children}
      </div>
    </details>
  )
}

interface PhoneFieldProps {
  readonly label: string
  readonly error: string | undefined
  readonly typed: string
}

/** A field for a phone number with its country code. */
export function PhoneField({ label, error, typed }: PhoneFieldProps) {
  const t = useWords()
  return (
    <TextField
      autoComplete="tel"
      defaultValue={typed}
      error={error}
      help={t('factor.numberHelp')}
      inputMode="tel"
      label={label}
      maxLength={30}
      name="phone"
      required
      type="tel"
    />
  )
}

/** Warns before leaving a form with unsaved changes. */
export function UnsavedGuard({ isChanged }: { readonly isChanged: boolean }) {
  const t = useWords()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isChanged])
  if (blocker.state !== 'blocked') return null
  return (
    <div role="alert">
      <Notice severity="warning">
        <p>{t('frame.unsaved')}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button onClick={() => blocker.reset()} size="small" type="button">
            {t('frame.stay')}
          </Button>
          <Button kind="quiet" onClick={() => blocker.proceed()} size="small" type="button">
            {t('frame.leave')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}

/** Whether the form with this intent is being sent. */
export function useBusy(intent: string): boolean {
  return useNavigation().formData?.get('intent') === intent
}

/** Whether a form differs from its saved values; a new identity of `saved` means that it was stored again. */
export function useChanged(saved: unknown): {
  readonly isChanged: boolean
  readonly watch: (event: FormEvent<HTMLFormElement>) => void
} {
  const [changedFrom, setChangedFrom] = useState<unknown>()
  return { isChanged: changedFrom !== undefined && changedFrom === saved, watch: () => setChangedFrom(saved) }
}

/** Focuses the heading of content that has replaced the form that led to it. */
export function useFocusOnArrival(): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return ref
}

/** The person's picture, or a placeholder. The name is next to it, so it needs no text of its own. */
export function Picture({ url, size = 'size-20' }: { readonly url: string | null; readonly size?: string }) {
  if (url) return <img alt="" className={`${size} shrink-0 rounded-full bg-hover object-cover`} src={url} />
  return (
    <span aria-hidden className={`${size} grid shrink-0 place-items-center rounded-full bg-accent-wash text-accent`}>
      <UserRound className="size-1/2" strokeWidth={1.5} />
    </span>
  )
}
