import { type PersonId, toPersonId } from '@tillsight/core'
import type { ActorContext } from '../context/index.ts'

/** The person who acts; null for keys, jobs and the machine itself. */
export function personOf({ actor }: Pick<ActorContext, 'actor'>): PersonId | null {
  return actor.kind === 'person' ? toPersonId(actor.id) : null
}
