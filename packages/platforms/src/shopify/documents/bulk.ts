// Bulk readings. Everything here is checked against the published schema by documents.test.ts.

/** Begins a bulk reading. Grouping is done on this side: ungrouped files are made faster. */
export const runBulk = `mutation RunBulk($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: false) {
    bulkOperation { id status createdAt }
    userErrors { field message code }
  }
}`

/** How far a bulk reading is. */
export const pollBulk = `query PollBulk($id: ID!) {
  bulkOperation(id: $id) { id status errorCode createdAt objectCount rootObjectCount fileSize url }
}`

/** The bulk readings of this app that are under way. */
export const runningBulks = `query RunningBulks {
  bulkOperations(first: 10, query: "status:running operation_type:query") { nodes { id status createdAt } }
}`

/** Ends a bulk reading that nobody waits for any more. */
export const cancelBulk = `mutation CancelBulk($id: ID!) {
  bulkOperationCancel(id: $id) { bulkOperation { id status } userErrors { field message } }
}`
