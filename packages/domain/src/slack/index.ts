// Messages to Slack: their form, the addresses of a shop, and posting. Must not know what they are about.
export { addSlack, changeSlack, checkSlackAddress, removeSlack, sealedBySlack } from './address-verbs.ts'
export { toSlackMessage } from './message.ts'
export { postWaitingMessages, type SlackServices } from './send.ts'
export { SlackView, toSlackView } from './view.ts'
