// Queries for orders. Every document here is validated against the published schema by documents.test.ts.

/** The parts of an order that need their own permission, and are left out of queries if the shop does not grant it. */
export type OrderPart = 'contact' | 'customer' | 'journey' | 'payments' | 'fees'

/** All of these parts; fees require payments. */
export const orderParts: readonly OrderPart[] = ['contact', 'customer', 'journey', 'payments', 'fees']

const visitFields = `landingPage referrerUrl source sourceType
  utmParameters { source medium campaign content term }`

const feeFields = 'fees { amount { amount currencyCode } taxAmount { amount currencyCode } }'

const partFields: Readonly<Record<Exclude<OrderPart, 'fees'>, string>> = {
  contact: `email phone billingAddress { countryCodeV2 provinceCode } shippingAddress { countryCodeV2 provinceCode }`,
  customer: `customer { id defaultEmailAddress { emailAddress } }`,
  journey: `customerJourneySummary { ready customerOrderIndex
      firstVisit { ${visitFields} } lastVisit { ${visitFields} } }`,
  payments: `transactions { id kind status test gateway createdAt processedAt amountSet { shopMoney { amount } } FEES }`,
}

/** The fields of an order that are not connections, so that they fit in a query and in a bulk operation alike. */
function orderFields(parts: readonly OrderPart[]): string {
  return `id name createdAt processedAt updatedAt cancelledAt test taxesIncluded sourceName app { name }
    displayFinancialStatus displayFulfillmentStatus currencyCode presentmentCurrencyCode tags discountCodes paymentGatewayNames
    customAttributes { key value } checkoutToken cartToken
    originalTotalPriceSet { shopMoney { amount } } totalReceivedSet { shopMoney { amount } } refunds { id }
    ${parts.map((part) => (part === 'fees' ? '' : partFields[part])).join('\n    ')}`.replace(
    'FEES',
    parts.includes('fees') ? feeFields : '',
  )
}

const saleFields = `id actionType lineType quantity
  totalAmount { shopMoney { amount } }
  totalDiscountAmountBeforeTaxes { shopMoney { amount } }
  totalTaxAmount { shopMoney { amount } }
  ... on ProductSale { lineItem { ...SoldItem } }
  ... on GiftCardSale { lineItem { ...SoldItem } }
  ... on TipSale { lineItem { ...SoldItem } }
  ... on ShippingLineSale { shippingLine { id title } }
  ... on DutySale { duty { id } }
  ... on FeeSale { fee { id } }
  ... on AdditionalFeeSale { additionalFee { id name } }`

const agreementFields = `__typename id happenedAt ... on RefundAgreement { refund { id note } }`

const itemFields = 'id title sku requiresShipping product { id } variant { id }'

const saleFragments = `fragment SoldItem on LineItem { ${itemFields} }
fragment SoldLine on Sale { ${saleFields} }`

/** A page of orders without lines, oldest change or creation first. */
export function ordersPage(parts: readonly OrderPart[]): string {
  return `query OrdersPage($first: Int!, $after: String, $query: String, $sort: OrderSortKeys!) {
  orders(first: $first, after: $after, query: $query, sortKey: $sort) {
    pageInfo { hasNextPage endCursor }
    nodes { ${orderFields(parts)} }
  }
}`
}

/** Some orders by id, without lines. */
export function ordersByIds(parts: readonly OrderPart[]): string {
  return `query OrdersByIds($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Order { ${orderFields(parts)} } }
}`
}

/** The first agreements of some orders and the first sales of each. */
export const agreementsByIds = `query AgreementsByIds($ids: [ID!]!, $agreements: Int!, $sales: Int!) {
  nodes(ids: $ids) { ... on Order { id
    agreements(first: $agreements) { pageInfo { hasNextPage }
      nodes { ${agreementFields}
        sales(first: $sales) { pageInfo { hasNextPage } nodes { ...SoldLine } } } } } }
}
${saleFragments}`

/** One agreement of one order, for orders too long for the question above. */
export const oneAgreement = `query OneAgreement($id: ID!, $after: String, $sales: Int!, $afterSale: String) {
  order(id: $id) { id
    agreements(first: 1, after: $after) { pageInfo { hasNextPage endCursor }
      nodes { ${agreementFields}
        sales(first: $sales, after: $afterSale) { pageInfo { hasNextPage endCursor } nodes { ...SoldLine } } } } }
}
${saleFragments}`

/** The goods of some refunds, and which of them went back into stock. */
export const restockedByIds = `query RestockedByIds($ids: [ID!]!, $lines: Int!) {
  nodes(ids: $ids) { ... on Refund { id
    refundLineItems(first: $lines) { pageInfo { hasNextPage } nodes { quantity restocked lineItem { id } } } } }
}`

/** The same of one refund, from a cursor on. */
export const restockedOfRefund = `query RestockedOfRefund($id: ID!, $lines: Int!, $after: String) {
  node(id: $id) { ... on Refund { id
    refundLineItems(first: $lines, after: $after) { pageInfo { hasNextPage endCursor }
      nodes { quantity restocked lineItem { id } } } } }
}`

/** The exact number of orders. */
export const ordersCount = `query OrdersCount($query: String) {
  ordersCount(query: $query, limit: null) { count precision }
}`

/** What a back-fill needs before it starts; one complete order shows which parts the shop does not grant. */
export function ordersOutline(parts: readonly OrderPart[]): string {
  return `query OrdersOutline {
  ordersCount(limit: null) { count precision }
  orders(first: 1, sortKey: CREATED_AT) { nodes { ${orderFields(parts)} } }
  currentAppInstallation { accessScopes { handle } }
}`
}

/** Which of some orders exist, and whether the app can see all orders. */
export const ordersPresence = `query OrdersPresence($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Order { id } }
  currentAppInstallation { accessScopes { handle } }
}`

/** Ids of orders, for comparing them with the stored ones. */
export const orderIds = `query OrderIds($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: PROCESSED_AT) {
    pageInfo { hasNextPage endCursor }
    nodes { id updatedAt }
  }
}`

/** Orders with all their agreements and sales in one bulk reading. Bulk questions take no variables and no fragments. */
export function bulkOrders(query: string, parts: readonly OrderPart[]): string {
  const fields = orderFields(parts)
  const sold = saleFields.replaceAll('...SoldItem', itemFields)
  return `{
  orders(query: ${JSON.stringify(query)}, sortKey: CREATED_AT) { edges { node { ${fields}
    agreements { edges { node { ${agreementFields}
      sales { edges { node { ${sold} } } } } } } } } }
}`
}
