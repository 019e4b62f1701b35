import { fieldsOf } from '../web/exchange.ts'
import { missing, StripeError } from './errors.ts'
import type { List } from './objects.ts'
import type { Params } from './params.ts'
import type { Account, World } from './world.ts'

/** One call of the API. */
export interface Call {
  readonly world: World
  readonly account: Account
  readonly params: Params
  /** The id in the path. */
  readonly id: string
}

/** What a path answers. */
export type Route = (call: Call) => unknown

const mostPerPage = 100

/** The parameters of each list. */
export const pageNames = ['limit', 'starting_after', 'ending_before'] as const

/** One page, newest first. */
export function pageOf<Item extends { readonly id: string; readonly created: number }>(
  { params }: Call,
  url: string,
  all: Iterable<Item>,
): List<Item> {
  const limit = params.integer('limit') ?? 10
  if (limit < 1 || limit > mostPerPage) {
    throw new StripeError(400, `Invalid integer: ${limit}`, { code: 'parameter_invalid_integer', param: 'limit' })
  }
  const items = [...all].toReversed().toSorted((one, other) => other.created - one.created)
  const after = params.text('starting_after')
  const before = params.text('ending_before')
  const at = (id: string, param: string): number => {
    const index = items.findIndex((item) => item.id === id)
    if (index === -1) throw missing('object', id, param)
    return index
  }
  if (before !== undefined) {
    const end = at(before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: items.slice(start, end), has_more: start > 0, url }
  }
  const start = after === undefined ? 0 : at(after, 'starting_after') + 1
  return { object: 'list', data: items.slice(start, start + limit), has_more: items.length > start + limit, url }
}

/** Whether a time lies in the range that `created[gte]`, `created[lt]` … name. */
export function isWithin({ params }: Call, created: number): boolean {
  const range = params.below('created')
  const exact = range.names.length === 0 ? params.integer('created') : undefined
  if (exact !== undefined) return created === exact
  return (
    created >= (range.integer('gte') ?? 0) &&
    created > (range.integer('gt') ?? -1) &&
    created <= (range.integer('lte') ?? Number.POSITIVE_INFINITY) &&
    created < (range.integer('lt') ?? Number.POSITIVE_INFINITY)
  )
}

/** The answer with the objects in place of the ids that `expand[]` names. */
export function expanded({ account, params }: Call, answer: unknown): unknown {
  let result = structuredClone(answer)
  for (const path of params.texts('expand')) result = expandAt(account, result, { path: path.split('.'), whole: path })
  return result
}

interface Expansion {
  readonly path: readonly string[]
  readonly whole: string
}

function expandAt(account: Account, value: unknown, { path, whole }: Expansion): unknown {
  const [name, ...rest] = path
  if (Array.isArray(value)) return value.map((each) => expandAt(account, each, { path, whole }))
  const object = typeof value === 'string' ? find(account, value) : value
  if (name === undefined || object === null) return object
  const fields = fieldsOf(object)
  if (!(name in fields)) throw new StripeError(400, `This property cannot be expanded (${whole}).`)
  return { ...fields, [name]: expandAt(account, fields[name], { path: rest, whole }) }
}

function find(account: Account, id: string): unknown {
  const { customers, products, prices, subscriptions, invoices, schedules, methods } = account
  for (const kept of [customers, products, prices, subscriptions, invoices, schedules, methods]) {
    const found = kept.get(id)
    if (found) return found
  }
  throw new StripeError(400, `This property cannot be expanded (${id}).`)
}
