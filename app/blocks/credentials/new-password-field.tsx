import { Check, Circle, X } from 'lucide-react'
import { useState } from 'react'
import type { PasswordRules } from '../../identity.ts'
import { PasswordField } from './password-field.tsx'
import { judgePassword, type PasswordReason, type PasswordRule } from './password-rules.ts'

/** What the field has to know of a refused form. */
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

/** A new password with everything it has to be; each rule is ticked off while typing. */
export function NewPasswordField({ label, rules, failure }: NewPasswordFieldProps) {
  const [password, setPassword] = useState('')
  const [judged, setJudged] = useState<PasswordRefusal>()
  // What the service said holds for the password it saw; typing makes another one.
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
  const missing = rules.filter(({ isMet }) => !isMet)
  return (
    <>
      <ul className="mt-2.5 grid gap-x-4 gap-y-1 text-[13px] min-[400px]:grid-cols-2" id={id}>
        {rules.map((rule) => (
          <Rule isTouched={isTouched} key={rule.key} rule={rule} />
        ))}
      </ul>
      <p aria-live="polite" className="sr-only">
        {isTouched && (missing[0] ? `Still needed: ${missing[0].text}` : 'The password is strong enough')}
      </p>
    </>
  )
}

function Rule({ rule, isTouched }: { readonly rule: PasswordRule; readonly isTouched: boolean }) {
  const isRefused = rule.key === 'pwned' || rule.key === 'longest'
  const Icon = rule.isMet ? Check : isRefused ? X : Circle
  const look = rule.isMet ? 'text-good' : isRefused ? 'text-bad' : 'text-faint'
  return (
    <li className={`flex items-center gap-2 ${look}`}>
      <Icon aria-hidden className={`shrink-0 ${rule.isMet || isRefused ? 'size-3.5' : 'mx-1 size-1.5 fill-current'}`} />
      {rule.text}
      {isTouched && <span className="sr-only">{rule.isMet ? ' – done' : ' – missing'}</span>}
    </li>
  )
}
