import { connection } from './connection.ts'
import { addressNode, customerNode } from './customer-nodes.ts'
import type { ShopAddress, ShopJourney, ShopOrder, ShopVisit } from './history.ts'
import { lineItemNode, shippingLineNode } from './line-nodes.ts'
import type { Fields } from './node.ts'
import { discountApplication, OrderView, orderName, sourceOf, statusOf } from './order-view.ts'
import { refundNode, transactionNode } from './refund-nodes.ts'
import { agreementNode } from './sale-nodes.ts'
import { type Call, gid, type NodeWorld, nowText, type PageArgs } from './world.ts'

/** An order in GraphQL's format. */
export function orderNode(order: ShopOrder, world: NodeWorld): OrderView {
  return new OrderView(order, world, orderFields)
}

/** The fields of an order, separate for other formats of it. */
export const orderFields = {
  id: ({ order }) => gid('Order', order.id),
  legacyResourceId: ({ order }) => String(order.id),
  name: ({ order }) => orderName(order),
  number: ({ order }) => order.number ?? order.id,
  confirmationNumber: ({ order }) => order.id.toString(36).toUpperCase().padStart(9, 'X'),
  createdAt: ({ order }) => order.createdAt,
  processedAt: ({ order }) => order.processedAt ?? order.createdAt,
  updatedAt: ({ facts }) => facts.updatedAt,
  cancelledAt: ({ facts }) => facts.cancellation?.at ?? null,
  cancelReason: ({ facts: { cancellation } }) => (cancellation ? (cancellation.reason ?? 'OTHER') : null),
  closedAt: ({ order }) => order.closedAt ?? null,
  closed: ({ order }) => (order.closedAt ?? null) !== null,
  test: ({ order }) => order.test ?? false,
  edited: ({ facts }) => facts.isEdited,
  confirmed: () => true,
  sourceName: ({ order }) => order.sourceName ?? 'web',
  sourceIdentifier: ({ order }) => order.sourceIdentifier ?? null,
  app: ({ order }) => {
    const { id, name } = sourceOf(order).app
    return { id: gid('App', id), name }
  },
  attribution: ({ order }) => {
    const { handle, name } = sourceOf(order).channel
    return { handle, displayName: name, icon: null }
  },
  cartToken: ({ order }) => order.cartToken ?? null,
  checkoutToken: ({ order }) => order.checkoutToken ?? null,
  clientIp: ({ order }) => order.clientIp ?? null,
  displayFinancialStatus: ({ sums }) => sums.financialStatus(),
  displayFulfillmentStatus: ({ facts }) => statusOf(facts).fulfilment,
  returnStatus: ({ facts }) => statusOf(facts).returned,
  currencyCode: ({ facts }) => facts.currencies.shop,
  presentmentCurrencyCode: ({ facts }) => facts.currencies.presentment,
  taxesIncluded: ({ facts }) => facts.basis.taxesIncluded,
  dutiesIncluded: ({ order }) => order.dutiesIncluded ?? false,
  taxExempt: () => false,
  tags: ({ order }) => order.tags ?? [],
  note: ({ order }) => order.note ?? null,
  customAttributes: ({ order }) => Object.entries(order.attributes ?? {}).map(([key, value]) => ({ key, value })),
  discountCodes: codesOf,
  discountCode: (view) => codesOf(view)[0] ?? null,
  paymentGatewayNames: ({ facts }) => [...new Set(facts.transactions.map((entry) => entry.gateway))],
  customerLocale: ({ order }) => order.locale ?? null,
  email: ({ order }) => order.email ?? null,
  phone: ({ order }) => order.phone ?? null,
  customer: ({ order: { customerId }, world }) => {
    const customer = customerId ? world.store.customers.get(customerId) : undefined
    return customer ? customerNode({ customer, world }) : null
  },
  billingAddress: ({ order }) => addressOf(order.billing, `${order.id}?model_name=BillingAddress`),
  shippingAddress: ({ order }) => addressOf(order.shipTo, `${order.id}?model_name=ShippingAddress`),
  subtotalPriceSet: (view) => view.bag(view.sums.subtotal('edited')),
  totalPriceSet: (view) => view.bag(view.sums.total('edited')),
  totalDiscountsSet: (view) => view.bag(view.sums.discounts('edited')),
  totalShippingPriceSet: (view) => view.bag(view.sums.shipping('edited')),
  totalTaxSet: (view) => view.bag(view.sums.tax('edited')),
  totalTipReceivedSet: (view) => view.bag(view.sums.tips()),
  totalRefundedSet: (view) => view.bag(view.sums.refunded()),
  totalRefundedShippingSet: (view) => view.bag(view.sums.refundedShipping()),
  totalReceivedSet: (view) => view.bag(view.sums.received()),
  totalOutstandingSet: (view) => view.bag(view.sums.outstanding()),
  currentSubtotalPriceSet: (view) => view.bag(view.sums.subtotal('current')),
  currentTotalPriceSet: (view) => view.bag(view.sums.total('current')),
  currentTotalTaxSet: (view) => view.bag(view.sums.tax('current')),
  currentTotalDiscountsSet: (view) => view.bag(view.sums.discounts('current')),
  currentShippingPriceSet: (view) => view.bag(view.sums.shipping('current')),
  originalTotalPriceSet: (view) => view.bag(view.sums.total('original')),
  netPaymentSet: (view) => view.bag(view.sums.received() - view.sums.refunded()),
  totalCashRoundingAdjustment: (view) => ({
    paymentSet: view.bag(view.sums.rounding('payment')),
    refundSet: view.bag(view.sums.rounding('refund')),
  }),
  totalWeight: () => '0',
  fullyPaid: ({ sums }) => sums.outstanding() <= 0n,
  unpaid: ({ sums }) => sums.received() === 0n,
  shippingLine: (order) => {
    const [shipping] = order.facts.shipping
    return shipping ? shippingLineNode({ shipping, order }) : null
  },
  customerJourneySummary: (view) => {
    const { journey } = view.order
    return journey ? journeyNode(journey, view) : null
  },
  shippingLines: (order, args, call) =>
    connection(order.facts.shipping, args, { call, make: (shipping) => shippingLineNode({ shipping, order }) }),
  lineItems: (order, args, call) =>
    connection([...order.facts.lines.values()], args, { call, make: (state) => lineItemNode({ state, order }) }),
  discountApplications: (view, args, call) =>
    connection([...(view.order.discounts ?? []).keys()], args, { call, make: (at) => discountApplication(view, at) }),
  transactions: (order, { first }) =>
    order.facts.transactions.slice(0, first ?? undefined).map((transaction) => transactionNode({ transaction, order })),
  transactionsCount: ({ facts }) => ({ count: facts.transactions.length, precision: 'EXACT' }),
  refunds: (order, { first }) =>
    order.facts.refunds.slice(0, first ?? undefined).map((refund) => refundNode({ refund, order })),
  agreements: (order, args, call) =>
    connection(order.facts.agreements, args, { call, make: (agreement) => agreementNode({ agreement, order }) }),
} as const satisfies Fields<OrderView>

function codesOf({ order }: OrderView): string[] {
  return (order.discounts ?? []).flatMap(({ kind, name }) => (kind === 'code' ? [name] : []))
}

function addressOf(address: ShopAddress | null | undefined, id: string) {
  return address ? addressNode({ ...address, id }) : null
}

/** The customer journey of an order: only `ready: false` until its time. */
function journeyNode(journey: ShopJourney, { order, world }: OrderView) {
  const ready = journey.readyAt <= nowText(world.platform)
  const known: Partial<ShopJourney> = ready ? journey : {}
  const told = new Set([known.first, known.last].filter((visit) => visit !== undefined))
  const visits = [...told].map((visit, at) => visitNode(visit, `${order.id}${at + 1}`))
  return {
    __typename: 'CustomerJourneySummary',
    ready,
    customerOrderIndex: known.orderIndex ?? null,
    daysToConversion: known.daysToConversion ?? null,
    momentsCount: ready ? { count: known.moments ?? visits.length, precision: 'EXACT' } : null,
    firstVisit: visits[0] ?? null,
    lastVisit: visits.at(-1) ?? null,
    moments: (args: PageArgs, call: Call) =>
      ready ? connection(visits, args, { call, make: (visit) => visit }) : null,
  }
}

const noUtm = { source: null, medium: null, campaign: null, content: null, term: null }

function visitNode(visit: ShopVisit, id: string) {
  return {
    __typename: 'CustomerVisit',
    id: gid('CustomerVisit', id),
    occurredAt: visit.at,
    landingPage: visit.landingPage ?? null,
    referrerUrl: visit.referrer ?? null,
    source: visit.source ?? 'direct',
    sourceType: visit.sourceType ?? null,
    sourceDescription: visit.sourceDescription ?? null,
    referralCode: visit.referralCode ?? null,
    utmParameters: visit.utm ? { ...noUtm, ...visit.utm } : null,
  }
}
