// Questions about products and customers. Everything here is checked against the published schema by documents.test.ts.

/** Costs need an access scope of their own; without it, the whole product is refused. */
const variantFields = `id sku title price inventoryItem @include(if: $costs) { id requiresShipping unitCost { amount currencyCode }
  measurement { weight { unit value } } }`

const productFields = `id title status vendor productType isGiftCard updatedAt featuredMedia { preview { image { url } } }`

/** A page of products with the first of their variants, oldest change first. */
export const productsPage = `query ProductsPage($first: Int!, $after: String, $query: String, $variants: Int!, $costs: Boolean!) {
  products(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor }
    nodes { ${productFields}
      variants(first: $variants) { pageInfo { hasNextPage endCursor } nodes { ${variantFields} } } }
  }
}`

/** One product, starting at a cursor in its variants. */
export const oneProduct = `query OneProduct($id: ID!, $variants: Int!, $after: String, $costs: Boolean!) {
  product(id: $id) { ${productFields}
    variants(first: $variants, after: $after) { pageInfo { hasNextPage endCursor } nodes { ${variantFields} } } }
}`

/** The exact number of products. */
export const productsCount = `query ProductsCount($query: String) {
  productsCount(query: $query, limit: null) { count }
}`

/** The product of an inventory item. */
export const productOfItem = `query ProductOfItem($id: ID!) {
  inventoryItem(id: $id) { id variants(first: 1) { nodes { id product { id } } } }
}`

const customerFields =
  'id displayName createdAt updatedAt defaultEmailAddress { emailAddress } defaultAddress { countryCodeV2 }'

/** One customer. */
export const oneCustomer = `query OneCustomer($id: ID!) {
  customer(id: $id) { ${customerFields} }
}`

/** Some customers by id. */
export const customersByIds = `query CustomersByIds($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Customer { ${customerFields} } }
}`

/** A page of customers, oldest change first. */
export const customersPage = `query CustomersPage($first: Int!, $after: String, $query: String) {
  customers(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor }
    nodes { ${customerFields} }
  }
}`

/** The exact number of customers. */
export const customersCount = `query CustomersCount {
  customersCount(limit: null) { count }
}`
