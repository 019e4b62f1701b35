import { type ReactNode, useEffect } from 'react'
import { Notice } from '../../ui/index.ts'

/** Why a form was refused; see `FormFailure`. */
interface Failure {
  readonly message: string
  readonly fields: Readonly<Record<string, string | undefined>>
}

interface FormRefusalProps {
  readonly failure: Failure | undefined
  readonly className?: string
  /** What can be done about it. */
  readonly action?: ReactNode
  readonly severity?: 'serious' | 'warning'
}

/**
 * Says why a form was refused, unless one of its fields says so already; read out at once. The first refused field gets the focus,
 * so that screen readers announce its message.
 */
export function FormRefusal({ failure, className, action, severity = 'serious' }: FormRefusalProps) {
  useEffect(() => {
    const field = failure && document.querySelector('main [aria-invalid="true"]')
    if (field instanceof HTMLElement) field.focus()
  }, [failure])
  if (!failure || Object.values(failure.fields).includes(failure.message)) return null
  return (
    <div className={className} role="alert">
      <Notice action={action} severity={severity}>
        {failure.message}
      </Notice>
    </div>
  )
}
