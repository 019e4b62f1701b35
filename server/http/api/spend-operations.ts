import { AppError } from '@tillsight/core'
import { SpendEntry } from '@tillsight/domain'
import type { Context as Request } from 'hono'
import { z } from 'zod'
import { shopRunner } from '../../verbs.ts'
import { readJsonBody } from '../json-body.ts'
import { Ending, endingOf } from './cost-operations.ts'
import type { ApiCaller, Operation } from './operation.ts'

// Custom spend as programs ask for it: what is spent on channels without a connector, and expenses that no order brings with it.

const text = (description: string) => z.string().optional().describe(description)
const Fields = z.object({
  channel: text('Where the money goes'),
  campaign: text('Empty: none'),
  name: text('What for'),
  firstDay: text('A shop day'),
  lastDay: text('A shop day; empty: that day alone, or until further notice'),
  amount: text('In total, per period, or the percentage'),
  percentOf: text('orderRevenue, netSales, blendedAdSpend, or channel: with a channel; empty: the amount is money'),
  currency: text('ISO 4217; the shop’s where it is empty'),
  repeats: text('never, day, week, month, quarter or year'),
  countsAs: text('ad_spend, marketing or expense'),
  note: text('Shown with the entry only'),
})
const path = '/shops/{domain}/spend'

async function open({ runtime, contexts }: ApiCaller, request: Request) {
  return shopRunner(runtime, await contexts.shop(request.req.param('domain') ?? ''), 'program')
}

type Change = 'spend.save' | 'spend.remove'

/** Changes entries. Input is passed on unchecked: the verb's schema validates it. */
async function change(
  caller: ApiCaller,
  request: Request,
  { verb, input }: { readonly verb: Change; readonly input: object },
) {
  const run = (await open(caller, request)) as (verb: Change, input: unknown) => Promise<unknown>
  return run(verb, input)
}

/** An entry as it was typed. Throws `not_found`. */
async function typedOf(caller: ApiCaller, request: Request): Promise<object> {
  const { entries } = await (await open(caller, request))('spend.list')
  const entry = entries.find(({ id }) => id === request.req.param('id'))
  if (entry === undefined)
    throw new AppError('not_found', 'This entry does not exist any more. Somebody may have deleted it.')
  const { channel, campaign, name, firstDay, amount, currency, repeats, countsAs, note } = entry
  const ends = { lastDay: entry.lastDay ?? '', percentOf: entry.percentOf ?? '' }
  return { entry: entry.id, channel, campaign, name, firstDay, amount, currency, repeats, countsAs, note, ...ends }
}

/** Operations on custom spend. */
export const spendOperations: readonly Operation[] = [
  {
    method: 'get',
    path,
    id: 'spend.list',
    needs: 'metrics:read',
    summary: 'Custom spend: what is spent on channels without a connector, and other expenses',
    input: z.object({}),
    output: z.object({ entries: z.array(SpendEntry) }),
    async answer(caller, request) {
      const { entries } = await (await open(caller, request))('spend.list')
      return { entries }
    },
  },
  {
    method: 'post',
    path,
    id: 'spend.add',
    needs: 'spend:write',
    summary: 'Adds an entry of custom spend',
    input: Fields,
    output: SpendEntry,
    async answer(caller, request) {
      const { entry: _, ...typed } = await readJsonBody(request)
      return change(caller, request, { verb: 'spend.save', input: typed })
    },
  },
  {
    method: 'patch',
    path: `${path}/{id}`,
    id: 'spend.change',
    needs: 'spend:write',
    summary: 'Changes an entry of custom spend: what is left out stays',
    input: Fields,
    output: SpendEntry,
    async answer(caller, request) {
      const { entry: _, ...typed } = await readJsonBody(request)
      return change(caller, request, { verb: 'spend.save', input: { ...(await typedOf(caller, request)), ...typed } })
    },
  },
  {
    method: 'delete',
    path: `${path}/{id}`,
    id: 'spend.remove',
    needs: 'spend:write',
    summary: 'Deletes an entry of custom spend, or ends it with yesterday: `from=today`',
    input: Ending,
    output: z.object({}),
    async answer(caller, request) {
      return change(caller, request, {
        verb: 'spend.remove',
        input: { entry: request.req.param('id'), ...endingOf(request) },
      })
    },
  },
]
