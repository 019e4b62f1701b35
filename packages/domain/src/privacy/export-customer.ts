import { z } from 'zod'
import { changesBetween, recordAudit } from '../audit/index.ts'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { readOrder, readStoredAccounts, readStoredVisits } from '../ledger/index.ts'
import { listPersonAnswers } from '../survey/index.ts'
import { findPersonVisits } from './erase-visits.ts'
import { findPerson, hashTraits, SubjectInput } from './find-person.ts'
import { closeAnsweredRequests } from './request-issues.ts'

const Stored = z.record(z.string(), z.unknown())

/** Everything stored about one customer, as it is stored. */
const CustomerFile = z.object({
  shop: z.object({ domain: z.string(), name: z.string() }),
  exportedAt: z.string(),
  identifiers: z.object({ emails: z.array(z.string()), phones: z.array(z.string()), platformIds: z.array(z.string()) }),
  /** Platform accounts. */
  accounts: z.array(Stored),
  /** Each with its refunds, how the visit began, and its ledger rows. */
  orders: z.array(
    z.object({
      source: z.string(),
      order: Stored,
      /** Where the visit came from, if the platform reported it separately from the order. */
      visit: Stored.nullable(),
      refunds: z.array(Stored),
      bookings: z.array(Stored),
    }),
  ),
  /** The person's activity in the shop, as far as they consented, and the touches that led to it. */
  visits: z.object({ identifications: z.array(Stored), events: z.array(Stored), touches: z.array(Stored) }),
  /** Their survey responses. */
  answers: z.array(Stored),
})

/** Exports everything stored about a customer, to be given to them. Closes a platform's open requests about this customer. */
export const exportCustomer = defineVerb({
  name: 'customer.export',
  needs: 'customers:export',
  access: 'work',
  input: SubjectInput,
  output: CustomerFile,
  async run(ctx: ShopContext, subject) {
    const { orders, traits, accounts } = await findPerson(ctx, subject)
    const visits = await readStoredVisits(ctx.warehouse, [...orders.keys()])
    const files = []
    for (const id of orders.keys()) {
      const file = await readOrder(ctx, id)
      if (!file) continue
      const { source, order, refunds, rows } = file
      const visit = visits.get(id)
      files.push({
        source,
        order: plain(order),
        visit: visit ? plain(visit) : null,
        refunds: refunds.map(plain),
        bookings: rows.map(plain),
      })
    }
    const tracked = await findPersonVisits(ctx, { identifiers: hashTraits(ctx, traits), orders: [...orders.keys()] })
    const stored = await readStoredAccounts(ctx.warehouse, accounts)
    await closeAnsweredRequests(ctx, { ids: traits.ids, orders: new Set(orders.keys()) })
    await ctx.db.transaction((queries) =>
      recordAudit(
        { ...ctx, queries },
        {
          action: 'customer.export',
          // How much, and never whose.
          target: { kind: 'customer', id: '', name: '' },
          changes: changesBetween({}, { orders: orders.size }),
        },
      ),
    )
    return {
      shop: { domain: ctx.shop.domain, name: ctx.shop.name },
      exportedAt: ctx.clock.now().toISOString(),
      identifiers: { emails: [...traits.emails], phones: [...traits.phones], platformIds: [...traits.ids] },
      accounts: stored.map(plain),
      visits: {
        identifications: tracked.identifications.map(dated),
        events: tracked.events.map(dated),
        touches: tracked.touches.map(dated),
      },
      answers: await listPersonAnswers(ctx, [...orders.keys()]),
      orders: files.sort((one, other) => String(one.order['placedAt']).localeCompare(String(other.order['placedAt']))),
    }
  },
})

/** Formats instants for people. */
function dated({ ms, ...value }: { readonly ms: number }): Record<string, unknown> {
  return { at: new Date(ms).toISOString(), ...value }
}

function plain(value: object): Record<string, unknown> {
  return { ...value }
}
