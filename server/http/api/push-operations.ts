import { AppError } from '@tillsight/core'
import { personVerbs } from '@tillsight/domain'
import { personRunner } from '../../people-verbs.ts'
import { type Offers, type Operation, offered } from './operation.ts'

const path = '/push/subscriptions'

const offers: Offers<typeof personVerbs> = {
  'push.key': {
    method: 'get',
    path: '/push/key',
    summary: 'The public key (VAPID) that a browser subscribes to messages with; it stays the same',
  },
  'push.list': { method: 'get', path, summary: 'Your browsers that messages are pushed to' },
  'push.subscribe': {
    method: 'post',
    path,
    summary:
      'Has messages pushed to a browser of yours: a PushSubscription as the browser prints it; never shown again',
  },
  'push.unsubscribe': {
    method: 'delete',
    path,
    summary: 'Ends messages to a browser of yours, with what waits for it',
    read: (c) => ({ subscription: c.req.query('subscription') }),
  },
}

/** Operations on a person's own browsers, for people only. */
export const pushOperations: readonly Operation[] = offered(personVerbs, offers, async ({ runtime, visit }) => {
  if (visit !== null) return personRunner(runtime, visit)
  const message = 'No key may do this: it takes a person who is signed in.'
  throw new AppError('forbidden', message, { details: { needs: 'self' } })
})
