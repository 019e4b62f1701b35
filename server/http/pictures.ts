import { AppError, type PersonId, toPersonId } from '@tillsight/core'
import { type Db, findAvatar, listMemberships } from '@tillsight/database'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Runtime } from '../runtime.ts'
import type { Visited } from './visits.ts'

const Address = z.object({ person: z.uuid().transform(toPersonId), fingerprint: z.string() })

/** Pictures of people, for themselves and for those who share an organisation with them. */
export function pictureRoutes({ stores }: Runtime): Hono<Visited> {
  const { kysely } = stores.database
  return new Hono<Visited>().get('/:person/:fingerprint', async (c) => {
    const caller = await c.get('visit').caller()
    const { data } = Address.safeParse(c.req.param())
    const maySee = data && (data.person === caller.id || (await shareOrganisation(kysely, data.person, caller.id)))
    const avatar = maySee ? await findAvatar(kysely, data.person) : undefined
    if (avatar === undefined || avatar.fingerprint !== data?.fingerprint) {
      throw new AppError('not_found', 'There is no such picture here.')
    }
    return c.body(new Uint8Array(avatar.image), 200, {
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
    })
  })
}

async function shareOrganisation(db: Db, one: PersonId, other: PersonId): Promise<boolean> {
  const [ones, others] = await Promise.all([listMemberships(db, one), listMemberships(db, other)])
  return ones.some(({ organisationId }) => others.some((membership) => membership.organisationId === organisationId))
}
