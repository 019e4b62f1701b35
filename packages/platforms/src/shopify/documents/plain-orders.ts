// Orders without dated sales records: from before Shopify kept these. Everything here is checked against the published
// schema by documents.test.ts.

const money = '{ shopMoney { amount } }'
const item = 'id title sku requiresShipping product { id } variant { id }'

/** The lines of one order from a cursor on, and its refunds. */
export const plainOrder = `query PlainOrder($id: ID!, $lines: Int!, $after: String) {
  order(id: $id) { id createdAt taxesIncluded
    originalTotalPriceSet ${money} totalTipReceivedSet ${money}
    lineItems(first: $lines, after: $after) { pageInfo { hasNextPage endCursor }
      nodes { ${item} quantity isGiftCard originalTotalSet ${money} discountedTotalSet(withCodeDiscounts: true) ${money}
        taxLines { priceSet ${money} } } }
    shippingLines(first: 10) { nodes { id title discountedPriceSet ${money} taxLines { priceSet ${money} } } }
    refunds { id } }
}`

/** One refund, starting at a cursor in its lines. */
export const plainRefund = `query PlainRefund($id: ID!, $lines: Int!, $after: String) {
  node(id: $id) { ... on Refund { id note createdAt processedAt
    refundLineItems(first: $lines, after: $after) { pageInfo { hasNextPage endCursor }
      nodes { quantity subtotalSet ${money} totalTaxSet ${money} lineItem { ${item} isGiftCard } } }
    refundShippingLines(first: 10) { nodes { id subtotalAmountSet ${money} taxAmountSet ${money} } }
    orderAdjustments(first: 20) { nodes { id amountSet ${money} taxAmountSet ${money} } } } }
}`
