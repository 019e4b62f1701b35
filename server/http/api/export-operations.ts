import { shopVerbs } from '@tillsight/domain'
import type { Context as Request } from 'hono'
import { shopRunner } from '../../verbs.ts'
import { type Offers, type Operation, offered, readParameters } from './operation.ts'

const path = '/shops/{domain}/exports'
const ofExport = (c: Request) => ({ export: c.req.param('export') })

/** `cursor=…&limit=100` */
const readPage = (c: Request) => ({ ...ofExport(c), ...readParameters(c, ['cursor'], ['limit']) })

const offers: Offers<typeof shopVerbs> = {
  'export.list': { method: 'get', path, summary: 'Exports of the shop, each with its last run' },
  'export.add': {
    method: 'post',
    path,
    summary: 'Defines an export: what is in it, for which days, how often it is made, and where it goes',
  },
  'export.change': {
    method: 'patch',
    path: `${path}/{export}`,
    summary: 'Changes an export, or pauses it',
    read: ofExport,
  },
  'export.remove': {
    method: 'delete',
    path: `${path}/{export}`,
    summary: 'Deletes an export with its runs and their files',
    read: ofExport,
  },
  'export.run': {
    method: 'post',
    path: `${path}/{export}/run`,
    summary: 'Makes an export now, of its own days or of others',
    read: ofExport,
  },
  'export.runs': {
    method: 'get',
    path: `${path}/{export}/runs`,
    summary: 'Runs of an export, the newest first; the file of one is at /exports/runs/{run}/file',
    read: readPage,
  },
}

/** Operations on exports, for people and keys. */
export const exportOperations: readonly Operation[] = offered(
  shopVerbs,
  offers,
  async ({ runtime, contexts }, request) =>
    shopRunner(runtime, await contexts.shop(request.req.param('domain') ?? ''), 'program'),
)
