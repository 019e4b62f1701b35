// Shopify's own sales report. Everything here is checked against the published schema by documents.test.ts.

/** A question in ShopifyQL, over what the merchant's own reports are made of. */
export const salesReport = `query SalesReport($query: String!) {
  shopifyqlQuery(query: $query) { parseErrors tableData { rows } }
}`

/** Why an order may not be in the report. */
export const orderStandings = `query OrderStandings($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Order { id test displayFinancialStatus } }
}`

/** What the app was granted. */
export const grantedScopes = `query GrantedScopes {
  currentAppInstallation { id accessScopes { handle } }
}`
