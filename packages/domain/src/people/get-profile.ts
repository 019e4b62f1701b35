import { findAvatarFingerprint, readPerson } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type PersonContext } from '../context/index.ts'

/** A person's profile as every door shows it. */
export const ProfileView = z.object({
  name: z.string(),
  /** Confirmed address; empty for a phone account. */
  email: z.string(),
  /** Empty: as the browser says. */
  language: z.string(),
  /** Empty: as the browser says. */
  zone: z.string(),
  /** Changes with the picture, for its address; null without one. */
  picture: z.string().nullable(),
})

/** What is known about the person. */
export const getProfile = defineVerb({
  name: 'profile.get',
  needs: 'self',
  access: 'read',
  input: z.object({}),
  output: ProfileView,
  async run({ queries, person }: PersonContext) {
    const { name, email, language, zone } = await readPerson(queries, person)
    return { name, email, language, zone: zone ?? '', picture: (await findAvatarFingerprint(queries, person)) ?? null }
  },
})
