import type { PersonId } from '@tillsight/core'
import {
  addDigest,
  findPerson,
  findPictureFingerprint,
  type PersonRow,
  readPerson,
  savePerson,
  updatePerson,
  wakeDigests,
} from '@tillsight/database'
import { z } from 'zod'
import { type ActorContext, defineVerb, type PersonContext } from '../context/index.ts'
import { NotificationSettings, SaveProfileInput } from '../inputs/index.ts'

/** A signed-in user according to the auth service. */
export interface SignedInUser {
  readonly id: PersonId
  /** Only an address confirmed by the auth service, or empty: invitations are accepted on the basis of it. */
  readonly confirmedEmail: string
  readonly name: string
  /** Whether the account has a second factor; undefined: as it is known. */
  readonly hasFactor?: boolean
}

/**
 * Creates the person at the first sign-in and follows later changes of address; the name is theirs to change from then on.
 * At most one query if nothing changed, none for a row that was read already. Not a verb: it precedes any action.
 */
export async function ensurePerson(
  { queries }: Pick<ActorContext, 'queries'>,
  { id, confirmedEmail, name, hasFactor }: SignedInUser,
  read?: PersonRow,
): Promise<PersonRow> {
  const email = confirmedEmail.toLowerCase()
  const known = read ?? (await findPerson(queries, id))
  if (known?.email === email && known.hasFactor === (hasFactor ?? known.hasFactor)) return known
  const person = await savePerson(queries, { id, email, name: toName(name), hasFactor })
  // A week's figures are what everybody wants who has said nothing; one over all shops, which may still come.
  if (!known) await addDigest(queries, { personId: id, shopId: null, every: 'week' })
  return person
}

/** Providers send any text as a name. */
function toName(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 100)
}

/** A person's profile as all interfaces show it. */
export const ProfileView = z.object({
  name: z.string(),
  /** Confirmed address; empty for a phone account. */
  email: z.string(),
  /** Empty to follow the browser. */
  language: z.string(),
  /** Empty to follow the browser. */
  zone: z.string(),
  /** A version for the picture's address, which changes with the picture; null without one. */
  picture: z.string().nullable(),
})

/** The person's profile. */
export const getProfile = defineVerb({
  name: 'profile.get',
  needs: 'self',
  access: 'read',
  input: z.object({}),
  output: ProfileView,
  async run({ queries, person }: PersonContext) {
    const { name, email, language, zone } = await readPerson(queries, person)
    return { name, email, language, zone: zone ?? '', picture: (await findPictureFingerprint(queries, person)) ?? null }
  },
})

/** Changes name, language and zone. */
export const saveProfile = defineVerb({
  name: 'profile.save',
  needs: 'self',
  access: 'write',
  input: SaveProfileInput,
  output: z.object({}),
  async run({ queries, person, clock }: PersonContext, { zone, ...profile }) {
    await updatePerson(queries, person, { ...profile, zone: zone === '' ? null : zone })
    await wakeDigests(queries, person, clock.now())
    return {}
  },
})

/** Which mails the person wants. */
export const getNotifications = defineVerb({
  name: 'notifications.get',
  needs: 'self',
  access: 'read',
  input: z.object({}),
  output: NotificationSettings,
  async run({ queries, person }: PersonContext) {
    return NotificationSettings.parse((await readPerson(queries, person)).notifications)
  },
})

/** Changes which mails the person wants. */
export const saveNotifications = defineVerb({
  name: 'notifications.save',
  needs: 'self',
  access: 'write',
  input: NotificationSettings,
  output: z.object({}),
  async run({ queries, person, clock }: PersonContext, notifications) {
    await updatePerson(queries, person, { notifications })
    await wakeDigests(queries, person, clock.now())
    return {}
  },
})
