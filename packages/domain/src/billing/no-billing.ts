import { AppError } from '@tillsight/core'
import type { Billing, Plan } from './contract.ts'

const selfHosted: Plan = {
  id: 'self_hosted',
  name: 'Self-hosted',
  prices: { month: null, year: null },
  limits: { ordersPerMonth: null, shops: null, members: null, historyMonths: null },
  features: [],
}

/** Throws `conflict` where nothing is sold. */
export function assertSells({ sells }: Pick<Billing, 'sells'>): void {
  if (sells) return
  throw new AppError(
    'conflict',
    'Nothing is sold here: this installation has one plan, with everything in it and no limit. There is nothing to pay or change.',
  )
}

async function refuse(): Promise<never> {
  assertSells({ sells: false })
  throw new AppError('internal', 'what sells nothing was asked to sell')
}

/** Where nothing is sold: one plan, with everything in it. */
export const noBilling: Billing = {
  provider: 'none',
  sells: false,
  plans: async () => [selfHosted],
  current: async () => ({ isGone: false, subscription: null, isUnfinished: false }),
  customerOf: async () => undefined,
  invoices: async () => ({ items: [], next: null }),
  undelivered: async () => [],
  createCustomer: refuse,
  checkout: refuse,
  portal: refuse,
  previewChange: refuse,
  changeNow: refuse,
  changeLater: refuse,
  cancel: refuse,
  resume: refuse,
  async end() {},
  readEvent: refuse,
}
