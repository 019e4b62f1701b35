// What administrators do to accounts, through the admin API of the auth service, embedded or hosted.
import { type AuthError, createClient } from '@supabase/supabase-js'
import { AppError, type PersonId } from '@tillsight/core'
import type { AccountServices } from '@tillsight/domain'
import type { Runtime } from './runtime.ts'
import { version } from './version.ts'

/** A century: nobody's lock ends by itself. */
const lockedFor = '876000h'

/** Changes accounts on behalf of administrators. */
export function createAccountServices({ auth, own }: Pick<Runtime, 'auth' | 'own'>): AccountServices {
  const change = async (person: PersonId, attributes: { email_confirm?: boolean; ban_duration?: string }) => {
    const { error } = await auth.admin().updateUserById(person, attributes)
    if (error !== null) throw toFailure(error)
  }
  return {
    confirm: (person) => change(person, { email_confirm: true }),
    async lock(person) {
      await change(person, { ban_duration: lockedFor })
      if (!auth.isHosted) await auth.service.endSessions(person)
    },
    unlock: (person) => change(person, { ban_duration: 'none' }),
    async sendReset(email) {
      const client = createClient(auth.url(), auth.anonKey, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
        global: { fetch: auth.fetchAs({ ip: '127.0.0.1', userAgent: `Tillsight/${version}` }) },
      })
      const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo: `${own.url()}/auth/callback` })
      if (error !== null) throw toFailure(error)
    },
    async remove(person) {
      if (!auth.isHosted) await auth.service.endSessions(person)
      const { error } = await auth.admin().deleteUser(person)
      if (error !== null && error.status !== 404) throw toFailure(error)
    },
  }
}

function toFailure(error: AuthError): AppError {
  const { status = 500, message } = error
  if (status === 404) {
    return new AppError('not_found', 'The sign-in service does not know this account. Load the list again.')
  }
  if (status === 429) {
    return new AppError('limit_reached', 'This account was sent an email a moment ago. Wait a minute, then try again.')
  }
  if (status >= 400 && status < 500) return new AppError('conflict', `${message}.`.replace(/\.\.$/, '.'))
  return new AppError('unavailable', 'The sign-in service does not answer right now. Try again in a moment.', {
    cause: error,
  })
}
