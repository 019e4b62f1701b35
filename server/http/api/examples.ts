import { adPlatformIds } from '@tillsight/platforms'

/** Values with which an operation is shown, and tried by a test. */
interface Example {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
}

const range = { from: '2025-03-10', to: '2025-03-12' } as const

const path = {
  domain: 'nordlicht-kontor.example',
  key: 'sales',
  day: range.from,
  platform: adPlatformIds[0] ?? '',
  kind: 'goods',
  id: '1001',
}

const query = { ...range, limit: 100 }

const usualMargin = { entries: [{ scope: 'shop', kind: 'percent', percent: '40' }] }
const costFile = { csv: 'scope,percent\nshop,40\n' }
const entry = { channel: 'Agency', amount: '10', repeats: 'month', firstDay: range.from }

/** By the operation's name; others are sent an empty object. */
const bodies: Readonly<Record<string, Example['body']>> = {
  'metrics.query': {
    ...range,
    metrics: ['sales', 'orders'],
    interval: 'day',
    dimensions: ['country'],
    compare: 'previous_period',
  },
  'attribution.query': { ...range, interval: 'day', compare: 'previous_period' },
  'attribution.rows': { ...range, row: { channel: 'direct' } },
  'attribution.report': { ...range, report: 'models' },
  'survey.save': {
    enabled: true,
    text: 'Who told you?',
    options: [{ label: 'A friend' }, { label: 'A podcast' }],
    allowsOther: true,
  },
  'survey.mappings': { mappings: [{ answer: 'other', channel: 'referral' }] },
  'survey.report': range,
  'conversions.save': {
    destination: '1234567890/987654321',
    consent: 'visitor',
    value: 'goods',
    itemId: 'sku',
  },
  'conversions.switch': { enabled: false },
  'costs.preview': { change: { goods: usualMargin } },
  'costs.save': { change: { goods: usualMargin } },
  'costs.goods.save': usualMargin,
  'costs.parts': { search: 'tea' },
  'costs.tryShipping': { country: 'DE', grams: 2300, pieces: 2 },
  'costs.gateways.add': { gateway: 'stripe', percent: '1.4' },
  'costs.gateways.change': { percent: '1.5' },
  'costs.shipping.add': { type: 'perOrder', amount: '4.20' },
  'costs.shipping.change': { amount: '4.40' },
  'costs.handling.add': { perOrder: '0.80' },
  'costs.handling.change': { perOrder: '0.90' },
  'costs.returns.add': { label: '3.90' },
  'costs.returns.change': { label: '4.10' },
  'costs.expenses.add': { name: 'Samples', kind: 'perOrder', amount: '1', start: range.from },
  'costs.expenses.change': { amount: '1.20' },
  'costs.check_file': costFile,
  'costs.import_file': costFile,
  'spend.add': entry,
  'spend.change': { amount: '12' },
  'profit.explain': { ...range, compare: 'previous_period' },
  'tracking.collect': { events: [{ id: 'event-0001', name: 'page_view', at: Date.UTC(2026, 5, 1) }] },
  'export.add': {
    name: 'Warehouse',
    what: 'ledger',
    format: 'parquet',
    range: 'last_35_days',
    schedule: { every: 'day', at: '06:00', zone: 'Europe/Berlin' },
  },
  'export.change': { schedule: { every: 'week', at: '07:30' } },
  'export.run': range,
  'alert.add': {
    name: 'Sales fell',
    metric: 'sales',
    filters: [],
    window: 'day',
    op: 'below',
    bound: { changeAgainst: 'same_weekday', percent: '-30' },
    minOrders: 20,
    to: [{ channel: 'mail', person: 'me' }],
  },
  'alert.preview': { metric: 'sales', window: 'day', op: 'unusual' },
  'alert.change': { name: 'Sales fell by a third', state: 'on' },
  'slack.add': { name: '#sales', url: 'https://hooks.slack.com/services/T0/B0/example' },
  'slack.change': { name: '#shop' },
  'push.subscribe': {
    endpoint: 'https://93.184.215.14/push/example',
    keys: {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  },
  'webhook.add': { url: 'https://hooks.example/tillsight', events: ['order.booked', 'refund.booked'] },
  'webhook.change': { events: ['order.booked', 'figure.changed'], state: 'on' },
  'share.create': { view: 'summary', title: 'Weekly figures', period: 'choosable', range: 'last_7_days' },
  'organisation.require_factor': { required: false },
  'organisation.delete': { name: 'Nordlicht Kontor' },
  'audit.change_retention': { days: 730 },
  'billing.checkout': { plan: 'small', interval: 'month' },
  'billing.preview_change': { plan: 'large', interval: 'month' },
  'billing.change': { plan: 'large', interval: 'month' },
  'billing.cancel': { reason: 'We closed the shop.' },
  'dashboard.create': { name: 'Every morning', template: 'owner' },
  'dashboard.change': { widgets: [{ kind: 'stat', metric: 'sales' }] },
  'dashboard.figures': { ...range, compare: 'previous_period' },
  'own_metric.create': { name: 'Left per order', unit: 'money', formula: '(sales − returns) ÷ orders' },
  'own_metric.change': { formula: 'netSales ÷ orders' },
  'member.invite': { email: 'ida@shop.example', role: 'analyst', shops: [path.domain] },
  'member.change_role': { role: 'admin' },
  'member.change_shops': { shops: [path.domain], keys: [] },
  'member.remove': { keys: [], webhooks: [], shares: [] },
  'key.create': { name: 'Weekly sheet', scopes: ['metrics:read'], shops: [path.domain], expiresInDays: 90 },
}

/** What ends is over from today on. */
const endings = new Set(['spend.remove', 'costs.expenses.remove'])

/** The example of an operation. */
export function exampleOf(id: string): Example {
  return { path, query: endings.has(id) ? { from: 'today' } : query, body: bodies[id] ?? {} }
}
