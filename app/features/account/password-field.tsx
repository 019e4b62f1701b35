import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { TextField } from '../../ui/index.ts'

/** A password that can be looked at while it is typed. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <TextField {...props} autoCapitalize="none" spellCheck={false} type={isShown ? 'text' : 'password'} />
      <button
        aria-label={`Show ${props.label.toLowerCase()}`}
        aria-pressed={isShown}
        className="absolute top-0 right-0 grid size-6 place-items-center rounded-md text-faint hover:text-ink"
        onClick={() => setIsShown(!isShown)}
        type="button"
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </div>
  )
}
