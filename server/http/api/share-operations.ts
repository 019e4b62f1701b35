import { shopVerbs } from '@tillsight/domain'
import { shopRunner } from '../../verbs.ts'
import { type Offers, type Operation, offered } from './operation.ts'

const path = '/shops/{domain}/shares'

const offers: Offers<typeof shopVerbs> = {
  'share.list': {
    method: 'get',
    path,
    summary: 'Share links of the shop, with how often each was opened; never their addresses',
  },
  'share.create': {
    method: 'post',
    path,
    summary: 'Makes a link by which one view is seen without an account; its address is shown in this answer only',
  },
  'share.revoke_all': { method: 'delete', path, summary: 'Ends all share links of the shop at once' },
  'share.revoke': {
    method: 'delete',
    path: `${path}/{share}`,
    summary: 'Ends a share link at once',
    read: (c) => ({ share: c.req.param('share') }),
  },
}

/** Operations on share links, for people only: a link has the rights of whoever made it. */
export const shareOperations: readonly Operation[] = offered(
  shopVerbs,
  offers,
  async ({ runtime, contexts }, request) =>
    shopRunner(runtime, await contexts.shop(request.req.param('domain') ?? ''), 'program'),
)
