import { AppError, type PersonId, type ShopId, toPersonId } from '@tillsight/core'
import type { ShopContext } from './context.ts'

/** Identifies a person's own arrangements on a shop. */
export interface OwnKey {
  readonly personId: PersonId
  readonly shopId: ShopId
}

/** An id without arrangements: keys, jobs and the machine itself act for no person. */
const nobody = toPersonId('00000000-0000-0000-0000-000000000000')

/** For reading: an actor that is not a person has no arrangements. */
export function ownKey({ actor, shop }: ShopContext): OwnKey {
  return { personId: actor.kind === 'person' ? toPersonId(actor.id) : nobody, shopId: shop.id }
}

/** For writing: throws `forbidden` unless the actor is a person. */
export function ownWritableKey(ctx: ShopContext): OwnKey {
  if (ctx.actor.kind === 'person') return ownKey(ctx)
  throw new AppError('forbidden', 'This is stored for a person: sign in as the one it is for.')
}
