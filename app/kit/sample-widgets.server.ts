import { parseDay } from '@tillsight/core/days'
import { adPlatformIds, storePlatformIds } from '@tillsight/platforms'
import { describeChange, packPoints, packSeries, type TimePoint } from '../charts/index.ts'
import { packTerms } from '../pages/summary/formula-terms.ts'
import type { GoalModel, PageView, WidgetModel } from '../pages/summary/model.ts'
import type { WidgetFrame } from '../pages/summary/widget-frame.ts'
import { parseSearch } from '../search/index.ts'
import type { KitCharts } from './kit.tsx'

const frame: Omit<WidgetFrame, 'kind'> = {
  key: 'kit.sample',
  stat: 'kit.sales',
  metric: 'sales',
  title: 'Sales',
  label: 'Sales',
  unit: 'money',
  section: storePlatformIds[0] ?? '',
  isPinned: false,
  isConnected: true,
  place: 0,
  size: 1,
  by: 'country',
  limit: 10,
  hasComparison: true,
  followsAddress: false,
  isOwn: false,
  settings: {},
}

const figure = {
  text: '$12,480.20',
  value: '12480.20',
  before: '$11,120.00',
  change: describeChange({ now: 12_480.2, before: 11_120, better: 'higher' }),
  description: 'Money kept from sales including tax, after everything given back.',
  formula: '',
  terms: packTerms([
    { key: 'orderRevenue', label: 'Order revenue', text: '$13,000.20', operator: '+' },
    { key: 'returns', label: 'Returns', text: '$520.00', operator: '-' },
  ]),
  notes: [],
} as const

const partial = { kind: 'partial', short: 'Partial', long: 'Some days of the range are not loaded yet.' } as const

function numbers(points: readonly TimePoint[]): WidgetModel[] {
  const spark = packSeries(points.map(({ value }) => value))
  const number = { ...frame, kind: 'number' as const, state: 'ready' as const }
  const few = { short: 'few orders', long: 'Too few to read much into it.' }
  return [
    { ...number, key: 'kit.number', isPinned: true, content: { ...figure, spark } },
    {
      ...number,
      key: 'kit.number_long',
      title: 'Returning customer revenue of people with a long name',
      content: { ...figure, text: '$1,234,567,890,123.45', spark, notes: [partial] },
    },
    {
      ...number,
      key: 'kit.number_few',
      title: 'Few orders',
      content: { ...figure, change: describeChange({ now: 2, before: 1, better: 'higher', caveat: few }), spark },
    },
    {
      ...number,
      key: 'kit.number_none',
      title: 'No value',
      section: adPlatformIds[1] ?? '',
      content: { ...figure, text: '–', value: null, change: null, before: null, spark: '' },
    },
  ]
}

function goal(over: Partial<Extract<GoalModel, { isSet: true }>>): GoalModel {
  return {
    isSet: true,
    text: '$12,480.20',
    goal: '$20,000.00',
    periodText: '1 – 30 Nov 2026',
    range: { from: '2026-11-01', to: '2026-11-15' },
    standing: 'ahead',
    reached: 0.624,
    reachedText: '62.4%',
    elapsed: 0.5,
    expectedText: '$10,000.00',
    projectedText: '$24,960.40',
    isLimit: false,
    daysLeft: 15,
    ...over,
  }
}

function goals(): WidgetModel[] {
  const unknown = { text: '–', reached: null, reachedText: null, standing: 'unknown', projectedText: null } as const
  const contents: readonly (readonly [title: string, content: GoalModel])[] = [
    ['On course', goal({})],
    ['Behind', goal({ standing: 'behind', reached: 0.31, reachedText: '31.0%', text: '$6,200.00' })],
    ['Met', goal({ standing: 'met', reached: 1.2, reachedText: '120.0%', text: '$24,000.00' })],
    ['Over the limit', goal({ standing: 'over', reached: 1.1, reachedText: '110.0%', isLimit: true })],
    ['A ratio', goal({ expectedText: null, projectedText: null })],
    ['Unknown', goal(unknown)],
    ['Not set', { isSet: false }],
  ]
  return contents.map(([title, content], index) => ({
    ...frame,
    key: `kit.goal${index}`,
    title,
    kind: 'goal',
    state: 'ready',
    content,
  }))
}

function series({ points, compare, axis }: KitCharts): WidgetModel[] {
  const note = { isShared: false, author: null, mayRemove: true }
  const content = {
    ...figure,
    points: packPoints(points),
    buckets: points.map((_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`).join(' '),
    compare: packPoints(compare),
    axis,
    summary: 'Sales $12,480.20, +12.2% against the comparison; highest on 12 Nov with $640.00.',
    marks: [
      { ...note, id: 'a', index: 0, dayText: 'Sun 1 Nov 2026', text: 'A new price list' },
      { ...note, id: 'b', index: 6, dayText: 'Sat 7 Nov 2026', text: 'Newsletter to everybody' },
      { ...note, id: 'c', index: 6, dayText: 'Sat 7 Nov 2026', text: 'Shop was down for an hour', author: 'Ada' },
      { ...note, id: 'd', index: 11, dayText: 'Thu 12 Nov 2026', text: 'Free shipping begins' },
    ],
  }
  const course = { ...frame, state: 'ready' as const, content }
  return [
    { ...course, key: 'kit.line', title: 'Line, with everything', kind: 'line', size: 3, followsAddress: true },
    {
      ...course,
      key: 'kit.area',
      title: 'Area, in another channel',
      kind: 'area',
      size: 2,
      section: adPlatformIds[0] ?? '',
    },
  ]
}

const countries = [
  { value: 'DE', label: 'Germany', length: 60, text: '$7,500.10', share: '60.1%' },
  {
    value: 'AT',
    label: 'A country whose name is far too long for its column',
    length: 30,
    text: '$3,900.10',
    share: '31.3%',
  },
  { value: 'CH', label: 'Switzerland', length: null, text: '–', share: null },
]
const lists = { dimension: 'country', dimensionLabel: 'Country', overlapping: ['Orders'], hasMore: true }

function breakdowns(): WidgetModel[] {
  const { change } = figure
  return [
    {
      ...frame,
      key: 'kit.bars',
      kind: 'bars',
      state: 'ready',
      content: {
        ...lists,
        metricLabel: 'Sales',
        total: figure.text,
        rows: countries.map((row) => ({ ...row, picture: null, change })),
      },
    },
    {
      ...frame,
      key: 'kit.table',
      kind: 'table',
      size: 2,
      state: 'ready',
      content: {
        ...lists,
        columns: ['Sales', 'Orders', 'AOV'].map((label) => ({ key: label.toLowerCase(), label })),
        totals: [figure.text, '210', '$59.43'],
        rows: countries.map(({ value, label, length, text, share }) => ({
          picture: null,
          value,
          label,
          share,
          change,
          cells: [text, '70', '$55.20'],
          values: [length, 70, 55.2],
          before: '$3,100.00',
        })),
      },
    },
  ]
}

function unanswered(): WidgetModel[] {
  const number = { ...frame, kind: 'number' as const }
  return [
    { ...number, key: 'kit.loading', title: 'Loading', state: 'loading' },
    { ...number, key: 'kit.unconnected', title: 'Not connected', state: 'not_connected' },
    {
      ...number,
      key: 'kit.unloaded',
      title: 'Not loaded',
      state: 'not_loaded',
      message: 'The import is not there yet.',
    },
    { ...number, key: 'kit.failed', title: 'Failed', state: 'failed', message: 'This could not be loaded.' },
  ]
}

/** Sample widgets of every kind and state, with their page. */
export function sampleWidgets(charts: KitCharts): {
  readonly widgets: readonly WidgetModel[]
  readonly view: PageView
} {
  return {
    widgets: [...numbers(charts.points), ...goals(), ...series(charts), ...breakdowns(), ...unanswered()],
    view: {
      shop: { domain: 'shop.example', name: 'Shop' },
      state: parseSearch('?from=2026-11-01&to=2026-11-12&zoom=30d'),
      range: { from: parseDay('2026-11-01'), to: parseDay('2026-11-12') },
      rangeText: '1 – 12 Nov 2026',
      compare: undefined,
      than: 'vs 20 – 31 Oct 2026',
      interval: 'day',
      intervals: ['day', 'week'],
      isRunning: true,
      metrics: [{ key: 'sales', label: 'Sales' }],
      dimensions: [{ key: 'country', label: 'Country' }],
      mayOpenOrders: true,
    },
  }
}
