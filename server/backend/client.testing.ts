import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { ShopId } from '@tillsight/core'
import type { Role } from '@tillsight/domain'
import type { Installation } from '../testing/installation.ts'
import { addPerson, type SignedInPerson, testPassword } from '../testing/people.ts'

/** The official client as anybody would make it, signed in with a person's password where one is given. */
export async function openClient(
  { runtime, address }: Pick<Installation, 'runtime' | 'address'>,
  person?: Pick<SignedInPerson, 'email'>,
  key: string = runtime.auth.anonKey,
): Promise<SupabaseClient> {
  const client = createClient(address, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  if (person === undefined) return client
  const { error } = await client.auth.signInWithPassword({ email: person.email, password: testPassword })
  if (error !== null) throw error
  return client
}

/** Somebody with an organisation of their own, and nothing of the installation's first one. */
export async function addStranger(installation: Installation): Promise<SignedInPerson> {
  return addPerson(installation, `stranger-${crypto.randomUUID()}@example.com`, { isOwner: true })
}

/** Makes somebody a member of the organisation that the domain's shop belongs to. */
export async function addMember(
  installation: Installation,
  domain: string,
  { role, shopIds }: { readonly role: Role; readonly shopIds: ShopId[] | null },
): Promise<SignedInPerson> {
  const person = await addPerson(installation, `${role}-${crypto.randomUUID()}@example.com`)
  const { organisation } = await installation.contexts.shop(domain)
  const membership = { organisationId: organisation, personId: person.id, role, shopIds }
  await installation.runtime.stores.database.kysely.insertInto('memberships').values(membership).execute()
  return person
}
