// Messages to Slack: their form, the addresses of a shop, and posting. Must not know what they are about.
export { escapeSlack, type SlackPart, toSlackMessage } from './message.ts'
