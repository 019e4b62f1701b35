import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useAlive } from '../../ui/index.ts'
import { FieldNote } from './field-note.tsx'

interface PasswordFieldProps {
  readonly label: string
  readonly name?: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly error?: string | undefined
  /** Beside the label, reached after the field. */
  readonly aside?: ReactNode
  /** What the password has to be; named by `${id}-rules` for those who hear the page. */
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

/** Absent where scripts do not run: it could do nothing there. */
function ShowButton({ label, isShown, onPress }: ShowButtonProps) {
  const Icon = isShown ? EyeOff : Eye
  if (!useAlive()) return null
  return (
    <button
      aria-label={`${isShown ? 'Hide' : 'Show'} the ${label.toLowerCase()}`}
      className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-e-lg text-faint hover:text-ink focus-visible:-outline-offset-2"
      onClick={onPress}
      type="button"
    >
      <Icon aria-hidden className="size-4" />
    </button>
  )
}
