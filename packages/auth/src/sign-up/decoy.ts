import { randomUUID } from 'node:crypto'
import type { Auth } from '../context.ts'
import { mergeMetadata } from '../users/store.ts'
import type { View } from '../users/views.ts'
import type { NewAccount } from './create-user.ts'

/** What somebody sees who registers an address that is in use: made up, so that nothing of the real account shows. */
export function decoyView(auth: Auth, account: NewAccount): View {
  const now = auth.clock.now().toISOString()
  const provider = account.email === undefined ? 'phone' : 'email'
  return {
    id: randomUUID(),
    aud: account.aud,
    role: '',
    email: account.email ?? '',
    phone: account.phone ?? '',
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: mergeMetadata({}, account.data),
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
