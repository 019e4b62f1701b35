// Saved dashboards of a shop, and figures that a shop makes of others by a formula. Must not know how facts came in, nor who shows
// the figures: they are asked for like any others.
export {
  changeDashboard,
  createDashboard,
  DashboardSummary,
  DashboardView,
  getDashboard,
  listDashboards,
  removeDashboard,
} from './change-dashboards.ts'
export { DashboardFigures, type WidgetFigures } from './figures-view.ts'
export { changeOwnMetric, createOwnMetric, listOwnMetrics, OwnMetricView, removeOwnMetric } from './own-metrics.ts'
export { readFigures } from './read-figures.ts'
export type { Template } from './templates.ts'
export type { NewWidget, Widget } from './widgets.ts'
