// Webhook subscriptions. Everything here is checked against the published schema by documents.test.ts.

/** The subscriptions of this app. */
export const listSubscriptions = `query ListSubscriptions($after: String) {
  webhookSubscriptions(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { id topic uri createdAt format }
  }
}`

/** Subscribes an address to a topic. */
export const createSubscription = `mutation CreateSubscription(
  $topic: WebhookSubscriptionTopic!, $subscription: WebhookSubscriptionInput!
) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $subscription) {
    webhookSubscription { id createdAt }
    userErrors { field message }
  }
}`

/** Ends a subscription. */
export const deleteSubscription = `mutation DeleteSubscription($id: ID!) {
  webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { field message } }
}`
