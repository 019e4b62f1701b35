import type { AuthError } from '@supabase/supabase-js'
import type { Asking } from '../../guards/leave.server.ts'
import { failureLogContext } from '../../request.server.ts'
import type { AuthRefusal } from './auth-failure.ts'
import { toAuthRefusal } from './sign-in.server.ts'

/** Refuses a form for what the auth service answered; outages are written to the log. */
export function refuse({ context, request }: Asking, error: AuthError): AuthRefusal {
  const refused = toAuthRefusal(error)
  if (refused.status >= 500) context.get(failureLogContext)(error, request)
  return refused
}
