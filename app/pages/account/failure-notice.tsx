import { href, Link } from 'react-router'
import { Notice } from '../../ui/index.ts'
import type { AccountFailure } from './model.ts'
import { useFocusOnFailure } from './use-focus.ts'

/** Why a form was refused, unless its field says so already; read out at once. */
export function FailureNotice({ failure }: { readonly failure: AccountFailure | undefined }) {
  useFocusOnFailure(failure)
  if (!failure || Object.values(failure.fields).includes(failure.message)) return null
  return (
    <div className="mb-5" role="alert">
      <Notice
        action={
          failure.remedy === 'factor' && (
            <Link className="underline underline-offset-2" to={href('/auth/mfa')}>
              Confirm now
            </Link>
          )
        }
        severity={failure.remedy === null ? 'serious' : 'warning'}
      >
        {failure.message}
      </Notice>
    </div>
  )
}
