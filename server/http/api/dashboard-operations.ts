import { shopVerbs } from '@tillsight/domain'
import type { Context as Request } from 'hono'
import { shopRunner } from '../../verbs.ts'
import { type Offers, type Operation, offered } from './operation.ts'

const dashboards = '/shops/{domain}/dashboards'
const ofDashboard = (c: Request) => ({ dashboard: c.req.param('dashboard') })
const figures = '/shops/{domain}/own-metrics'
const ofFigure = (c: Request) => ({ ownMetric: c.req.param('ownMetric') })

const offers: Offers<typeof shopVerbs> = {
  'dashboard.list': {
    method: 'get',
    path: dashboards,
    summary: 'Dashboards of the shop: one’s own and those shared with the team; a key sees shared ones',
  },
  'dashboard.create': {
    method: 'post',
    path: dashboards,
    summary: 'Makes a dashboard, empty, from a template or of given widgets',
  },
  'dashboard.get': {
    method: 'get',
    path: `${dashboards}/{dashboard}`,
    summary: 'A dashboard as it is arranged, without figures',
    read: ofDashboard,
  },
  'dashboard.figures': {
    method: 'post',
    path: `${dashboards}/{dashboard}/figures`,
    summary: 'A dashboard with the figures of a period and their comparison',
    read: ofDashboard,
  },
  'dashboard.change': {
    method: 'patch',
    path: `${dashboards}/{dashboard}`,
    summary: 'Changes a dashboard’s name, sharing or widgets',
    read: ofDashboard,
  },
  'dashboard.remove': {
    method: 'delete',
    path: `${dashboards}/{dashboard}`,
    summary: 'Deletes a dashboard',
    read: ofDashboard,
  },
  'own_metric.list': {
    method: 'get',
    path: figures,
    summary: 'Custom metrics of the shop: formulas over the catalogue',
  },
  'own_metric.create': {
    method: 'post',
    path: figures,
    summary: 'Adds a custom metric; what is wrong with its formula is told with its place',
  },
  'own_metric.change': {
    method: 'patch',
    path: `${figures}/{ownMetric}`,
    summary: 'Changes a custom metric',
    read: ofFigure,
  },
  'own_metric.remove': {
    method: 'delete',
    path: `${figures}/{ownMetric}`,
    summary: 'Deletes a custom metric that no other is made of',
    read: ofFigure,
  },
}

/** Operations on dashboards and custom metrics; only people change them. */
export const dashboardOperations: readonly Operation[] = offered(
  shopVerbs,
  offers,
  async ({ runtime, contexts }, request) =>
    shopRunner(runtime, await contexts.shop(request.req.param('domain') ?? ''), 'program'),
)
