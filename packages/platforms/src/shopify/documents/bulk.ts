// Bulk readings. Everything here is checked against the published schema by documents.test.ts.

/** Starts a bulk operation. Ungrouped, because such files are produced faster; objects are grouped on our side. */
export const runBulk = `mutation RunBulk($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: false) {
    bulkOperation { id status createdAt }
    userErrors { field message code }
  }
}`

/** The status of a bulk operation. */
export const pollBulk = `query PollBulk($id: ID!) {
  bulkOperation(id: $id) { id status errorCode createdAt objectCount rootObjectCount fileSize url }
}`

/** The running bulk operations of this app. */
export const runningBulks = `query RunningBulks {
  bulkOperations(first: 10, query: "status:running operation_type:query") { nodes { id status createdAt } }
}`

/** Cancels a bulk operation that nobody waits for. */
export const cancelBulk = `mutation CancelBulk($id: ID!) {
  bulkOperationCancel(id: $id) { bulkOperation { id status } userErrors { field message } }
}`
