// Questions about disputes. Everything here is checked against the published schema by documents.test.ts.

const fields = `id type status initiatedAt finalizedOn amount { amount currencyCode } reasonDetails { reason } order { id }`

/** A page of disputes, the newest first. */
export const disputesPage = `query DisputesPage($first: Int!, $after: String) {
  disputes(first: $first, after: $after, reverse: true) {
    pageInfo { hasNextPage endCursor }
    nodes { ${fields} }
  }
}`

/** One dispute. */
export const oneDispute = `query OneDispute($id: ID!) {
  dispute(id: $id) { ${fields} }
}`
