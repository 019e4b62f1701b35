import { Check, Circle } from 'lucide-react'
import type { PasswordRules } from '../../identity.ts'
import { checkPassword } from './password-rules.ts'

interface PasswordChecklistProps {
  readonly password: string
  readonly rules: PasswordRules
}

/** What a new password has to be; each line is ticked while typing, and what is missing is read out. */
export function PasswordChecklist({ password, rules }: PasswordChecklistProps) {
  const checked = checkPassword(password, rules)
  const missing = checked.filter(({ isMet }) => !isMet).map(({ text }) => text)
  return (
    <div>
      <ul className="grid gap-1 text-[13px]">
        {checked.map(({ text, isMet }) => (
          <li className={`flex items-center gap-2 ${isMet ? 'text-good' : 'text-faint'}`} key={text}>
            {isMet ? (
              <Check aria-hidden className="size-3.5" strokeWidth={2.5} />
            ) : (
              <Circle aria-hidden className="size-3.5" />
            )}
            {text}
            {password !== '' && <span className="sr-only">{isMet ? '– done' : '– missing'}</span>}
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="sr-only">
        {password !== '' && (missing.length > 0 ? `Still missing: ${missing.join(', ')}` : 'All rules are kept.')}
      </p>
    </div>
  )
}
