import { connection } from './connection.ts'
import { AddressNode, CustomerNode } from './customer-nodes.ts'
import type { ShopAddress, ShopOrder } from './history.ts'
import { JourneyNode } from './journey-node.ts'
import { LineItemNode, ShippingLineNode } from './line-nodes.ts'
import { MoneyBag } from './money.ts'
import { type OrderFacts, orderFacts } from './order-facts.ts'
import { OrderSums } from './order-sums.ts'
import { discountApplication, orderName, sourceOf, statusOf } from './order-texts.ts'
import type { PageArgs } from './page-args.ts'
import { RefundNode } from './refund-nodes.ts'
import { AgreementNode } from './sale-nodes.ts'
import { TransactionNode } from './transaction-node.ts'
import { type Call, gid, type NodeWorld } from './world.ts'

/** An order as GraphQL sees it; everything is worked out when it is asked for. */
export class OrderNode {
  readonly __typename = 'Order'
  readonly order: ShopOrder
  readonly world: NodeWorld
  #facts: OrderFacts | undefined
  #sums: OrderSums | undefined

  constructor(order: ShopOrder, world: NodeWorld) {
    this.order = order
    this.world = world
  }

  get facts(): OrderFacts {
    this.#facts ??= orderFacts(this.order, this.world.site)
    return this.#facts
  }
  get sums(): OrderSums {
    this.#sums ??= new OrderSums(this.facts)
    return this.#sums
  }
  /** Money of this order. */
  bag(amount: bigint): MoneyBag {
    return new MoneyBag(amount, this.facts.currencies)
  }

  get id() {
    return gid('Order', this.order.id)
  }
  get legacyResourceId() {
    return String(this.order.id)
  }
  get name() {
    return orderName(this.order)
  }
  get number() {
    return this.order.number ?? this.order.id
  }
  get confirmationNumber() {
    return this.order.id.toString(36).toUpperCase().padStart(9, 'X')
  }
  get createdAt() {
    return this.order.createdAt
  }
  get processedAt() {
    return this.order.processedAt ?? this.order.createdAt
  }
  get updatedAt() {
    return this.facts.updatedAt
  }
  get cancelledAt() {
    return this.facts.cancellation?.at ?? null
  }
  get cancelReason() {
    const { cancellation } = this.facts
    return cancellation ? (cancellation.reason ?? 'OTHER') : null
  }
  get closedAt() {
    return this.order.closedAt ?? null
  }
  get closed() {
    return this.closedAt !== null
  }
  get test() {
    return this.order.test ?? false
  }
  get edited() {
    return this.facts.isEdited
  }
  get confirmed() {
    return true
  }
  get sourceName() {
    return this.order.sourceName ?? 'web'
  }
  get sourceIdentifier() {
    return this.order.sourceIdentifier ?? null
  }
  get app() {
    const { id, name } = sourceOf(this.order).app
    return { id: gid('App', id), name }
  }
  get attribution() {
    const { handle, name } = sourceOf(this.order).channel
    return { handle, displayName: name, icon: null }
  }
  get cartToken() {
    return this.order.cartToken ?? null
  }
  get checkoutToken() {
    return this.order.checkoutToken ?? null
  }
  get clientIp() {
    return this.order.clientIp ?? null
  }
  get displayFinancialStatus() {
    return this.sums.financialStatus()
  }
  get displayFulfillmentStatus() {
    return statusOf(this.facts).fulfilment
  }
  get returnStatus() {
    return statusOf(this.facts).returned
  }
  get currencyCode() {
    return this.facts.currencies.shop
  }
  get presentmentCurrencyCode() {
    return this.facts.currencies.presentment
  }
  get taxesIncluded() {
    return this.facts.basis.taxesIncluded
  }
  get dutiesIncluded() {
    return this.order.dutiesIncluded ?? false
  }
  get taxExempt() {
    return false
  }
  get tags() {
    return this.order.tags ?? []
  }
  get note() {
    return this.order.note ?? null
  }
  get customAttributes() {
    return Object.entries(this.order.attributes ?? {}).map(([key, value]) => ({ key, value }))
  }
  get discountCodes() {
    return (this.order.discounts ?? []).filter((entry) => entry.kind === 'code').map((entry) => entry.name)
  }
  get discountCode() {
    return this.discountCodes[0] ?? null
  }
  get paymentGatewayNames() {
    return [...new Set(this.facts.transactions.map((entry) => entry.gateway))]
  }
  get customerLocale() {
    return this.order.locale ?? null
  }
  get email() {
    return this.order.email ?? null
  }
  get phone() {
    return this.order.phone ?? null
  }
  get customer() {
    const { customerId } = this.order
    const customer = customerId ? this.world.store.customers.get(customerId) : undefined
    return customer ? new CustomerNode(customer, this.world) : null
  }
  get billingAddress() {
    return this.#address(this.order.billing, 'BillingAddress')
  }
  get shippingAddress() {
    return this.#address(this.order.shipTo, 'ShippingAddress')
  }
  #address(address: ShopAddress | null | undefined, model: string) {
    return address ? new AddressNode(address, `${this.order.id}?model_name=${model}`) : null
  }

  get subtotalPriceSet() {
    return this.bag(this.sums.subtotal('edited'))
  }
  get totalPriceSet() {
    return this.bag(this.sums.total('edited'))
  }
  get totalDiscountsSet() {
    return this.bag(this.sums.discounts('edited'))
  }
  get totalShippingPriceSet() {
    return this.bag(this.sums.shipping('edited'))
  }
  get totalTaxSet() {
    return this.bag(this.sums.tax('edited'))
  }
  get totalTipReceivedSet() {
    return this.bag(this.sums.tips())
  }
  get totalRefundedSet() {
    return this.bag(this.sums.refunded())
  }
  get totalRefundedShippingSet() {
    return this.bag(this.sums.refundedShipping())
  }
  get totalReceivedSet() {
    return this.bag(this.sums.received())
  }
  get totalOutstandingSet() {
    return this.bag(this.sums.outstanding())
  }
  get currentSubtotalPriceSet() {
    return this.bag(this.sums.subtotal('current'))
  }
  get currentTotalPriceSet() {
    return this.bag(this.sums.total('current'))
  }
  get currentTotalTaxSet() {
    return this.bag(this.sums.tax('current'))
  }
  get currentTotalDiscountsSet() {
    return this.bag(this.sums.discounts('current'))
  }
  get currentShippingPriceSet() {
    return this.bag(this.sums.shipping('current'))
  }
  get originalTotalPriceSet() {
    return this.bag(this.sums.total('original'))
  }
  get netPaymentSet() {
    return this.bag(this.sums.received() - this.sums.refunded())
  }
  get totalCashRoundingAdjustment() {
    return { paymentSet: this.bag(this.sums.rounding('payment')), refundSet: this.bag(this.sums.rounding('refund')) }
  }
  get totalWeight() {
    return '0'
  }
  get fullyPaid() {
    return this.sums.outstanding() <= 0n
  }
  get unpaid() {
    return this.sums.received() === 0n
  }
  get shippingLine() {
    const [first] = this.facts.shipping
    return first ? new ShippingLineNode(first, this) : null
  }
  get customerJourneySummary() {
    const { journey } = this.order
    return journey ? new JourneyNode(journey, this) : null
  }

  shippingLines(args: PageArgs, call: Call) {
    return connection(this.facts.shipping, args, { call, make: (line) => new ShippingLineNode(line, this) })
  }
  lineItems(args: PageArgs, call: Call) {
    return connection([...this.facts.lines.values()], args, { call, make: (line) => new LineItemNode(line, this) })
  }
  discountApplications(args: PageArgs, call: Call) {
    return connection([...(this.order.discounts ?? []).keys()], args, {
      call,
      make: (index) => discountApplication(this.order, index, this.facts.currencies),
    })
  }
  transactions({ first }: PageArgs) {
    return this.facts.transactions.slice(0, first ?? undefined).map((entry) => new TransactionNode(entry, this))
  }
  get transactionsCount() {
    return { count: this.facts.transactions.length, precision: 'EXACT' }
  }
  refunds({ first }: PageArgs) {
    return this.facts.refunds.slice(0, first ?? undefined).map((refund) => new RefundNode(refund, this))
  }
  agreements(args: PageArgs, call: Call) {
    return connection(this.facts.agreements, args, { call, make: (entry) => new AgreementNode(entry, this) })
  }
}
