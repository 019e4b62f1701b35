import { AppError } from '@tillsight/core'
import { CostRulesView, SavedCosts } from '@tillsight/domain'
import type { Context as Request } from 'hono'
import { z } from 'zod'
import { shopRunner } from '../../verbs.ts'
import { readJsonBody } from '../json-body.ts'
import { costFileOperations } from './cost-file-operations.ts'
import type { ApiCaller, Operation } from './operation.ts'

// Costs by kind, as programs ask for them: views of `costs.rules`, and changes that `costs.save` makes.

const kinds = {
  gateways: 'fee',
  shipping: 'shipping',
  handling: 'handling',
  returns: 'return',
  expenses: 'expense',
} as const
type Path = keyof typeof kinds

const names: Readonly<Record<Path, string>> = {
  gateways: 'payment fees',
  shipping: 'what carriers charge',
  handling: 'handling',
  returns: 'labels for returned goods',
  expenses: 'expenses per order',
}

/** What stands in the body beside the rule or the entries. */
const Saving = { reason: z.string().max(500).optional(), seen: z.uuid().nullable().optional() }
const Entries = z.looseObject({
  entries: z
    .array(z.record(z.string(), z.unknown()))
    .optional()
    .meta({
      examples: [
        [{ scope: 'variant', ref: '1001', amount: '4.20', from: '2026-03-01' }],
        [{ scope: 'variant', ref: '2002', kind: 'madeOf', madeOf: [{ variant: '1001', quantity: 2 }] }],
      ],
    }),
  remove: z.array(z.record(z.string(), z.unknown())).optional(),
  ...Saving,
})
const Rule = z.looseObject(Saving)
/** From when on something is no more. */
export const Ending = z.object({ from: z.enum(['today', 'ever']).default('ever') })

/** What a request says of {@link Ending}; the verb's schema validates it. */
export function endingOf(request: Request): object {
  const from = request.req.query('from')
  return from === undefined ? {} : { from }
}
const Rules = CostRulesView.pick({ rules: true })

type Body = Readonly<Record<string, unknown>>

async function open({ runtime, contexts }: ApiCaller, request: Request) {
  return shopRunner(runtime, await contexts.shop(request.req.param('domain') ?? ''), 'program')
}

/** Splits what belongs to saving from what is saved. */
function split({ reason, seen, ...rest }: Body) {
  return { saving: { ...(reason !== undefined && { reason }), ...(seen !== undefined && { seen }) }, rest }
}

/** Saves a change. It is passed on unchecked: the verb's schema validates it. */
async function save(caller: ApiCaller, request: Request, input: { readonly change: object }) {
  const run = (await open(caller, request)) as (verb: 'costs.save', input: unknown) => Promise<unknown>
  return run('costs.save', input)
}

function ofKind(path: Path): Operation[] {
  const [kind, name, all] = [kinds[path], names[path], `/shops/{domain}/costs/${path}`]
  const own = async (caller: ApiCaller, request: Request) =>
    (await (await open(caller, request))('costs.rules')).rules.filter((rule) => rule.kind === kind)
  const idOf = (request: Request): string => request.req.param('id') ?? ''
  const one = async (caller: ApiCaller, request: Request) => {
    const found = (await own(caller, request)).find(({ id }) => id === idOf(request))
    if (found) return found
    throw new AppError('not_found', 'This rule does not exist. Somebody may have deleted it.')
  }
  const saved = { output: SavedCosts, input: Rule, needs: 'costs:write' } as const
  return [
    {
      method: 'get',
      path: all,
      id: `costs.${path}.list`,
      needs: 'costs:read',
      summary: `Rules about ${name}`,
      input: z.object({}),
      output: Rules,
      answer: async (caller, request) => ({ rules: await own(caller, request) }),
    },
    {
      method: 'post',
      path: all,
      id: `costs.${path}.add`,
      summary: `Adds a rule about ${name}`,
      ...saved,
      async answer(caller, request) {
        const { saving, rest } = split(await readJsonBody(request))
        return save(caller, request, { change: { rule: { kind, body: rest } }, ...saving })
      },
    },
    {
      method: 'patch',
      path: `${all}/{id}`,
      id: `costs.${path}.change`,
      ...saved,
      summary: `Changes a rule about ${name}: what is left out stays`,
      async answer(caller, request) {
        const { saving, rest } = split(await readJsonBody(request))
        const { id, body } = await one(caller, request)
        return save(caller, request, { change: { rule: { kind, id, body: { ...body, ...rest } } }, ...saving })
      },
    },
    {
      method: 'delete',
      path: `${all}/{id}`,
      id: `costs.${path}.remove`,
      needs: 'costs:write',
      output: SavedCosts,
      input: kind === 'expense' ? Ending : z.object({}),
      summary:
        kind === 'expense'
          ? 'Deletes an expense per order, or ends it with yesterday: `from=today`'
          : `Deletes a rule about ${name}`,
      async answer(caller, request) {
        const { id } = await one(caller, request)
        return save(caller, request, { change: { removeRule: id, ...(kind === 'expense' && endingOf(request)) } })
      },
    },
  ]
}

/** Operations on costs that are no verbs of their own. */
export const costOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/shops/{domain}/costs/goods',
    id: 'costs.goods.save',
    needs: 'costs:write',
    input: Entries,
    output: SavedCosts,
    summary: 'Adds costs of goods, replaces those of the same goods, day, country and quantity, and deletes others',
    async answer(caller, request) {
      const { saving, rest } = split(await readJsonBody(request))
      return save(caller, request, { change: { goods: rest }, ...saving })
    },
  },
  {
    method: 'post',
    path: '/shops/{domain}/costs/changes/{id}/undo',
    id: 'costs.undo',
    needs: 'costs:write',
    output: SavedCosts,
    summary: 'Undoes a change of costs',
    input: Rule,
    async answer(caller, request) {
      const { saving } = split(await readJsonBody(request))
      return save(caller, request, { change: { undo: request.req.param('id') }, ...saving })
    },
  },
  ...costFileOperations,
  ...Object.keys(kinds).flatMap((path) => ofKind(path as Path)),
]
