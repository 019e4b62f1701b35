// Webhooks that go out, by Standard Webhooks: the addresses of a shop, signing, sending and what became of each message. Must not
// know what happens in a shop: whoever changes something writes its event into the outbox.
export {
  addWebhook,
  changeWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhook,
  sealedByWebhooks,
} from './change-endpoints.ts'
export { listDeliveries, resendDelivery, testWebhook } from './deliveries.ts'
export { NewWebhook, WebhookDelivery, WebhookView } from './endpoint-view.ts'
export { handleWebhookJobs, tidyWebhooks } from './jobs.ts'
export { type AddressRules, checkReceiverAddress } from './receiver-address.ts'
export { sendDueMessages, type WebhookServices } from './send.ts'
export { startWebhookSender, type WebhookSender } from './sender.ts'
export type { WebhookNews } from './tell-people.ts'
