// Shopify's own sales report. Everything here is checked against the published schema by documents.test.ts.

/** A ShopifyQL query over the data of the merchant's own reports. */
export const salesReport = `query SalesReport($query: String!) {
  shopifyqlQuery(query: $query) { parseErrors tableData { rows } }
}`

/** The data that explains why an order may be missing in the report. */
export const orderStatuses = `query OrderStandings($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Order { id test displayFinancialStatus } }
}`

/** The scopes granted to the app. */
export const grantedScopes = `query GrantedScopes {
  currentAppInstallation { id accessScopes { handle } }
}`
