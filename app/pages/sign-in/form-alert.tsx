import type { ReactNode } from 'react'
import { Notice } from '../../ui/index.ts'
import type { AuthFailure } from './auth-failure.ts'

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
