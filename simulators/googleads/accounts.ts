import { type Day, dayOf } from '@tillsight/core/days'
import type { FakeAdAccount } from '../ads/world.ts'
import { refuse } from './errors.ts'
import type { FakeManager, World } from './options.ts'

/** An account, or a manager of accounts. */
export type Customer =
  | { readonly id: string; readonly manager: FakeManager }
  | { readonly id: string; readonly account: FakeAdAccount }

/** Finds a customer by its id. */
function findCustomer(world: World, id: string): Customer | undefined {
  const manager = world.managers.find((one) => one.id === id)
  if (manager) return { id, manager }
  const account = world.ads.account(id)
  return account && { id, account: { ...account, ...world.changed.get(id) } }
}

/** Customers below a manager with their level, nearest first. */
export function treeOf(world: World, id: string): { readonly customer: Customer; readonly level: number }[] {
  const found: { customer: Customer; level: number }[] = []
  let ids = [id]
  for (let level = 1; ids.length > 0; level += 1) {
    const managers = ids.flatMap((one) => world.managers.filter((manager) => manager.id === one))
    ids = managers.flatMap((manager) => [...(manager.managers ?? []), ...manager.accounts])
    for (const below of ids) {
      const customer = findCustomer(world, below)
      if (customer && !found.some((one) => one.customer.id === below)) found.push({ customer, level })
    }
  }
  return found
}

/** `ENABLED`, or the other status. */
export function statusOf(customer: Customer): 'ENABLED' | 'SUSPENDED' | 'CANCELED' {
  if ('manager' in customer) return 'ENABLED'
  return ({ active: 'ENABLED', limited: 'SUSPENDED', closed: 'CANCELED' } as const)[customer.account.status]
}

/** Refuses a caller without access to this customer, given the request's header. */
export function checkAccess(
  world: World,
  { email, id, login }: { readonly email: string; readonly id: string; readonly login: string | undefined },
): Customer {
  if (!/^\d+$/.test(id)) refuse('requestError', 'INVALID_CUSTOMER_ID', `Customer id '${id}' is not valid.`)
  if (login !== undefined && !/^\d+$/.test(login)) {
    refuse('headerError', 'INVALID_LOGIN_CUSTOMER_ID', 'The login-customer-id header is not a valid customer id.')
  }
  const customer = findCustomer(world, id)
  if (!customer) refuse('authenticationError', 'CUSTOMER_NOT_FOUND', 'No customer found for the provided customer id.')
  const opened = openedBy(world, email)
  const through = login ?? id
  if (!opened.has(through)) denied()
  if (login !== undefined && login !== id && !treeOf(world, login).some((one) => one.customer.id === id)) denied()
  if (statusOf(customer) === 'CANCELED' && !world.stillAnswering.has(id)) {
    refuse(
      'authorizationError',
      'CUSTOMER_NOT_ENABLED',
      "The customer account can't be accessed because it is not yet enabled or has been deactivated.",
    )
  }
  return customer
}

/** The accounts that a login accesses directly, and the managers below those. */
function openedBy(world: World, email: string): ReadonlySet<string> {
  const direct = world.logins.find((one) => one.email === email)?.access ?? []
  const managers = direct.flatMap((id) =>
    treeOf(world, id).flatMap((one) => ('manager' in one.customer ? one.customer.id : [])),
  )
  return new Set([...direct, ...managers])
}

function denied(): never {
  return refuse(
    'authorizationError',
    'USER_PERMISSION_DENIED',
    "User doesn't have permission to access customer. Note: If you're accessing a client customer, the manager's customer id must be set in the 'login-customer-id' header.",
  )
}

/** The account's current day by the platform's clock. */
export function todayOf(world: World, customer: Customer): Day {
  return dayOf(world.ads.now(), 'account' in customer ? customer.account.zone : 'Etc/UTC')
}

/** One conversion action of an account. */
export interface ConversionAction {
  readonly id: string
  readonly name: string
  readonly category: string
  readonly type: string
  readonly origin: string
  /** Whether it counts in `conversions`. */
  readonly isPrimary: boolean
  readonly lookBackDays: number
  /** The source's purchases, or one conversion for every so many clicks. */
  readonly counts: 'purchases' | 'clicks'
  readonly every: number
}

/** What an account counts: purchases twice, as shops often do, sign-ups as a goal, and carts beside. */
export function conversionActions(world: World, accountId: string): ConversionAction[] {
  const { withoutPurchases = false, lookBackDays = 30, countsSignUps = true } = world.traits[accountId] ?? {}
  const shared = { lookBackDays, every: 1 }
  const web = { type: 'WEBPAGE', origin: 'WEBSITE' }
  const main: ConversionAction = withoutPurchases
    ? {
        ...shared,
        ...web,
        id: '6501',
        name: 'Order form',
        category: 'SUBMIT_LEAD_FORM',
        isPrimary: true,
        counts: 'purchases',
      }
    : { ...shared, ...web, id: '6500', name: 'Purchase', category: 'PURCHASE', isPrimary: true, counts: 'purchases' }
  const imported: ConversionAction = {
    ...shared,
    id: '6502',
    name: 'Purchase (imported)',
    category: 'PURCHASE',
    type: 'GOOGLE_ANALYTICS_4_PURCHASE',
    origin: 'GOOGLE_HOSTED',
    isPrimary: false,
    counts: 'purchases',
  }
  const signUp: ConversionAction = {
    ...web,
    id: '6503',
    name: 'Newsletter',
    category: 'SIGNUP',
    isPrimary: true,
    lookBackDays: 30,
    counts: 'clicks',
    every: 40,
  }
  const cart: ConversionAction = {
    ...web,
    id: '6504',
    name: 'Add to cart',
    category: 'ADD_TO_CART',
    isPrimary: false,
    lookBackDays: 7,
    counts: 'clicks',
    every: 10,
  }
  return [main, ...(withoutPurchases ? [] : [imported]), ...(countsSignUps ? [signUp] : []), cart]
}
