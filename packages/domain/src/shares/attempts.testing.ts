// What the permission tests try of share links.
import { randomUUID } from 'node:crypto'
import type { PersonId } from '@tillsight/core'
import { createShareLink } from '@tillsight/database'
import type { ShopContext } from '../context/index.ts'

/** The id of a link. */
export interface ShareIds {
  readonly share: string
}

/** By verb name. */
export const shareAttempts = {
  'share.list': { in: 'shop', input: () => ({}) },
  'share.create': { in: 'shop', input: () => ({ view: 'summary', title: 'Weekly figures' }) },
  'share.revoke': { in: 'shop', input: ({ share }: ShareIds) => ({ share }) },
  'share.revoke_all': { in: 'shop', input: () => ({}) },
} as const

/** An id that refers to nothing. */
export function freshShareIds(): ShareIds {
  return { share: randomUUID() }
}

/** A link of the shop, whatever its maker may do. */
export async function addTestShare({ queries, shop }: ShopContext, createdBy: PersonId): Promise<ShareIds> {
  const { id } = await createShareLink(queries, {
    shopId: shop.id,
    hash: randomUUID(),
    title: 'Weekly figures',
    view: 'summary',
    kind: 'live',
    settings: '{}',
    figures: null,
    createdBy,
    createdAt: new Date('2026-06-01T00:00:00Z'),
    expiresAt: new Date('2027-01-01T00:00:00Z'),
  })
  return { share: id }
}
