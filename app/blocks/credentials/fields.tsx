import { type ComponentProps, type ReactNode, type Ref, useId, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Check, Circle, Eye, EyeOff, X } from '../../icons.ts'
import type { PasswordRules } from '../../identity.ts'
import { inSentence, useLanguage } from '../../language/index.ts'
import { Button, useAlive } from '../../ui/index.ts'
import { judgePassword, type PasswordReason, type PasswordRule } from './password-rules.ts'
import { useCredentialWords } from './words.ts'

interface FieldNoteProps {
  readonly id: string
  readonly kind: 'error' | 'help'
  readonly children: string | undefined
}

/** A note below a field, with the id `${id}-${kind}`. */
export function FieldNote({ id, kind, children }: FieldNoteProps) {
  if (!children) return null
  return (
    <p className={`mt-1.5 text-[13px] ${kind === 'error' ? 'text-bad' : 'text-faint'}`} id={`${id}-${kind}`}>
      {children}
    </p>
  )
}

interface PasswordFieldProps {
  readonly label: string
  readonly name?: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly error?: string | undefined
  /** Beside the label; follows the field in tab order. */
  readonly aside?: ReactNode
  /** The password's requirements; screen readers find them by the id `${id}-rules`. */
  readonly rules?: ((id: string) => ReactNode) | undefined
  readonly onType?: (password: string) => void
}

/** A password that can be shown, pasted and filled in by a password manager. */
export function PasswordField({
  label,
  name = 'password',
  autoComplete,
  error,
  aside,
  rules,
  onType,
}: PasswordFieldProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const described = [error && `${id}-error`, rules && `${id}-rules`].filter(Boolean).join(' ')
  return (
    <div className="relative">
      <label className="mb-1.5 block w-fit font-medium" htmlFor={id}>
        {label}
      </label>
      <span className="relative block">
        <input
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          autoCapitalize="none"
          autoComplete={autoComplete}
          autoCorrect="off"
          className="h-10 w-full rounded-lg border border-edge bg-surface pe-11 ps-3 text-ink shadow-xs focus-visible:outline-offset-0 aria-invalid:border-bad pointer-coarse:h-11 pointer-coarse:text-base"
          id={id}
          name={name}
          onChange={onType && ((event) => onType(event.currentTarget.value))}
          required
          spellCheck={false}
          type={isShown ? 'text' : 'password'}
        />
        <ShowButton isShown={isShown} label={label} onPress={() => setShown(!isShown)} />
      </span>
      {aside && <div className="absolute top-0 end-0 text-[13px]">{aside}</div>}
      <FieldNote id={id} kind="error">
        {error}
      </FieldNote>
      {rules?.(`${id}-rules`)}
    </div>
  )
}

interface ShowButtonProps {
  /** Of the field: a page may have two. */
  readonly label: string
  readonly isShown: boolean
  readonly onPress: () => void
}

/** Not rendered without scripts: it could do nothing there. */
function ShowButton({ label, isShown, onPress }: ShowButtonProps) {
  const Icon = isShown ? EyeOff : Eye
  const t = useCredentialWords()
  const language = useLanguage()
  if (!useAlive()) return null
  return (
    <button
      aria-label={t(isShown ? 'password.hide' : 'password.show', { label: inSentence(label, language) })}
      className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-e-lg text-faint hover:text-ink focus-visible:-outline-offset-2"
      onClick={onPress}
      type="button"
    >
      <Icon aria-hidden className="size-4" />
    </button>
  )
}

/** The part of a rejected form that the field shows. */
interface PasswordRefusal {
  /** Messages by field; ours is `password`. */
  readonly fields: Readonly<Record<string, string>>
  readonly reasons: readonly PasswordReason[]
}

interface NewPasswordFieldProps {
  readonly label: string
  readonly rules: PasswordRules
  readonly failure: PasswordRefusal | undefined
}

/** A new password with its requirements; each is ticked off while typing. */
export function NewPasswordField({ label, rules, failure }: NewPasswordFieldProps) {
  const [password, setPassword] = useState('')
  const [judged, setJudged] = useState<PasswordRefusal>()
  // The service's rejection applies to the password it saw; typing changes it.
  const standing = failure === judged ? undefined : failure
  const list = judgePassword(rules, { password, reasons: standing?.reasons ?? [] })
  const isTouched = password !== '' || standing !== undefined
  return (
    <PasswordField
      autoComplete="new-password"
      error={standing?.fields.password}
      label={label}
      onType={(typed) => {
        setPassword(typed)
        setJudged(failure)
      }}
      rules={(id) => <RuleList id={id} isTouched={isTouched} rules={list} />}
    />
  )
}

interface RuleListProps {
  readonly id: string
  readonly rules: readonly PasswordRule[]
  readonly isTouched: boolean
}

function RuleList({ id, rules, isTouched }: RuleListProps) {
  const t = useCredentialWords()
  const [missing] = rules.filter(({ isMet }) => !isMet)
  const state = missing ? t('password.needed', { rule: t(missing.text, missing.values) }) : t('password.strong')
  return (
    <>
      <ul className="mt-2.5 grid gap-x-4 gap-y-1 text-[13px] min-[400px]:grid-cols-2" id={id}>
        {rules.map((rule) => (
          <Rule isTouched={isTouched} key={rule.key} rule={rule} />
        ))}
      </ul>
      <p aria-live="polite" className="sr-only">
        {isTouched && state}
      </p>
    </>
  )
}

function Rule({ rule, isTouched }: { readonly rule: PasswordRule; readonly isTouched: boolean }) {
  const t = useCredentialWords()
  const isRefused = rule.key === 'pwned' || rule.key === 'longest'
  const Icon = rule.isMet ? Check : isRefused ? X : Circle
  const look = rule.isMet ? 'text-good' : isRefused ? 'text-bad' : 'text-faint'
  return (
    <li className={`flex items-center gap-2 ${look}`}>
      <Icon aria-hidden className={`shrink-0 ${rule.isMet || isRefused ? 'size-3.5' : 'mx-1 size-1.5 fill-current'}`} />
      {t(rule.text, rule.values)}
      {isTouched && <span className="sr-only"> – {t(rule.isMet ? 'password.done' : 'password.missing')}</span>}
    </li>
  )
}

interface CodeFieldProps {
  /** The form is submitted at this many digits; null where the length is unknown, or there are other fields. */
  readonly length: number | null
  readonly label?: string | undefined
  readonly help?: string | undefined
  readonly error: string | undefined
}

/** One field for a one-time code: numeric keyboard, filled in from messages, pasted with or without spaces. */
export function CodeField({ length, label, help, error }: CodeFieldProps) {
  const t = useCredentialWords()
  const id = useId()
  const isSending = useNavigation().state === 'submitting'
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <div>
      <label className="mb-1.5 block break-words font-medium" htmlFor={id}>
        {label ?? t('code.label', { digits: length ?? 0 })}
      </label>
      <input
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        autoComplete="one-time-code"
        className="h-12 w-full rounded-lg border border-edge bg-surface px-3 text-center font-medium text-ink text-xl tabular tracking-[0.35em] shadow-xs focus-visible:outline-offset-0 aria-invalid:border-bad"
        id={id}
        inputMode="numeric"
        maxLength={14}
        name="code"
        onChange={({ currentTarget: input }) => {
          const isWhole = input.value.replaceAll(/\D/g, '').length === length
          if (isWhole && !isSending) input.form?.requestSubmit()
        }}
        required
        spellCheck={false}
        type="text"
      />
      <FieldNote id={id} kind="error">
        {error}
      </FieldNote>
      <FieldNote id={id} kind="help">
        {help}
      </FieldNote>
    </div>
  )
}

interface CodeFormProps extends ComponentProps<typeof CodeField> {
  readonly intent: string
  /** Hidden fields sent along. */
  readonly values: Readonly<Record<string, string>>
  readonly submit: string
  /** The button is as wide as the form. */
  readonly isWide?: boolean
  readonly ref?: Ref<HTMLFormElement>
}

/** A form with a code field and nothing else. */
export function CodeForm({ intent, values, submit, isWide = false, ref, ...field }: CodeFormProps) {
  const isBusy = useNavigation().formData?.get('intent') === intent
  return (
    <Form className="grid max-w-sm gap-5" method="post" noValidate ref={ref}>
      <input name="intent" type="hidden" value={intent} />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      <CodeField {...field} />
      <Button className={isWide ? 'h-10 w-full' : 'w-fit'} isBusy={isBusy} kind="primary">
        {submit}
      </Button>
    </Form>
  )
}
