import { readMessage, ServerMessage } from '@tillsight/tracking'
import { z } from 'zod'
import { takeServerEvents } from '../../collect/take-server-events.ts'
import { readJsonBody } from '../json-body.ts'
import type { Operation } from './operation.ts'

/** Events that a shop's own server tells. The ids of events make the request safe to repeat. */
export const collectEvents: Operation = {
  method: 'post',
  path: '/shops/{domain}/events',
  id: 'tracking.collect',
  summary: 'Events that the shop’s own server tells; told twice, an event is the same by its id',
  status: 202,
  input: ServerMessage,
  output: z.object({ accepted: z.number() }),
  async answer(contexts, request) {
    const ctx = await contexts.shop(request.req.param('domain') ?? '')
    const message = readMessage(ServerMessage, await readJsonBody(request))
    return { accepted: await takeServerEvents(ctx, message, contexts) }
  },
}
