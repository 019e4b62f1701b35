// Alerts: what a person wants to be told about a figure or the data of a shop, when it fires and when it is over. Must not know
// how messages look or travel: it leaves them with the notifications.
import { addSlack, changeSlack, removeSlack } from '../slack/index.ts'
import { addAlert, changeAlert, listAlerts, removeAlert } from './change-alerts.ts'
import { previewAlert } from './preview-alert.ts'

export { AlertView } from './alert-view.ts'
export { lookAtAlerts } from './evaluate.ts'
export type { AlertEvent, AlertNews, RenderAlerts, RenderedAlerts } from './news.ts'
export { tellOfAlerts } from './tell.ts'
export { addAlert, changeAlert, listAlerts, previewAlert, removeAlert }

/** All verbs on alerts and the places in Slack that they go to. */
export const alertVerbs = [
  addAlert,
  changeAlert,
  listAlerts,
  previewAlert,
  removeAlert,
  addSlack,
  changeSlack,
  removeSlack,
] as const
