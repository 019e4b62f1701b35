// Alerts: what a person wants to be told about a figure or the data of a shop, when it fires and when it is over. Must not know
// how messages look or travel: it leaves them with the notifications.
export { AlertView } from './alert-view.ts'
export { addAlert, changeAlert, listAlerts, removeAlert } from './change-alerts.ts'
export { lookAtAlerts } from './evaluate.ts'
export type { AlertEvent, AlertNews, RenderAlerts, RenderedAlerts } from './news.ts'
export { previewAlert } from './preview-alert.ts'
export { tellOfAlerts } from './tell.ts'
