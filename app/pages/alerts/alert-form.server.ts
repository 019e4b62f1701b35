import { AppError, isAppError } from '@tillsight/core'
import { addDays } from '@tillsight/core/days'
import type { AlertView, RunVerb, ShopVerbs, VerbInput } from '@tillsight/domain'
import { labelOf } from '../../blocks/figures-page/dimension-labels.server.ts'
import { toFormFailure } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { AlertFormModel, OptionGroup, PreviewModel, QuietModel, TypedAlert } from './model.ts'
import { type AlertPlace, filtersText, printPreview } from './print-alert.server.ts'
import { alertWords } from './words.server.ts'

type Run = RunVerb<ShopVerbs>
type Watched = VerbInput<ShopVerbs['alert.preview']>
type Catalogue = ReturnType<ShopServices['catalogue']>

const fresh: TypedAlert = {
  name: '',
  op: 'below',
  metric: 'sales',
  only: '',
  window: 'day',
  kind: 'percent',
  bound: '30',
  minOrders: '20',
  severity: 'error',
  isMailed: true,
  isPushed: false,
  slack: '',
}

/** The form's fields as they were sent or stand in the address. */
export function readTyped(form: Pick<FormData, 'get' | 'has'> | URLSearchParams): TypedAlert {
  const text = (name: Exclude<keyof TypedAlert, 'isMailed' | 'isPushed'>) => {
    const value = form.get(name)
    // A field that is not shown keeps what it would begin with.
    return typeof value === 'string' ? value.trim() : fresh[name]
  }
  return {
    name: text('name'),
    op: text('op'),
    metric: text('metric'),
    only: text('only'),
    window: text('window'),
    kind: text('kind'),
    bound: text('bound'),
    minOrders: text('minOrders'),
    severity: text('severity'),
    isMailed: form.has('mail'),
    isPushed: form.has('push'),
    slack: form.has('slack') ? text('slack') : '',
  }
}

/** The form for an alert, or for a new one, with what it would have said; the address may hold other fields. */
export async function loadForm(
  { run, shop, catalogue, may }: Pick<ShopServices, 'run' | 'shop' | 'catalogue' | 'may'>,
  { id, search, place, quiet }: FormRequest,
): Promise<AlertFormModel> {
  const words = alertWords[place.language]
  const { items, slack } = await run('alert.list')
  const alert = id === null ? undefined : items.find((one) => one.id === id)
  if (id !== null && alert === undefined) {
    throw new AppError('not_found', 'You have no such alert here. It may have been deleted: open the list.')
  }
  const known = catalogue()
  const stored = alert ? toTyped(alert, known) : fresh
  const typed = search.has('op') ? readTyped(search) : stored
  const kept = alert && toOnly(alert) === 'kept' ? filtersText(alert, place).join(' · ') : null
  return {
    alert: id,
    typed,
    metrics: metricGroups(known, words.figuresOfShop),
    only: await onlyGroups(run, { shop, place }),
    kept,
    slack: may.useSlack ? slack.map(({ id: value, name }) => ({ value, label: name })) : [],
    currency: shop.currency,
    quiet,
    preview: await preview(run, { typed, alert, place }),
  }
}

interface FormRequest {
  /** Null: a new one. */
  readonly id: string | null
  readonly search: URLSearchParams
  readonly place: AlertPlace
  readonly quiet: QuietModel
}

/** Saves what was typed. Throws what the verbs throw. */
export async function saveAlert(
  { run, catalogue, may }: Pick<ShopServices, 'run' | 'catalogue' | 'may'>,
  { id, form }: { readonly id: string | null; readonly form: FormData },
): Promise<void> {
  const typed = readTyped(form)
  const before = id === null ? undefined : (await run('alert.list')).items.find((one) => one.id === id)
  const place = before?.to.find(({ channel }) => channel === 'slack')
  // Whoever may not use Slack changes nothing about it.
  const slack = may.useSlack ? (typed.slack === '' ? [] : [{ channel: 'slack' as const, id: typed.slack }]) : []
  const to = [
    ...(typed.isMailed ? [{ channel: 'mail' as const }] : []),
    ...(typed.isPushed ? [{ channel: 'push' as const }] : []),
    ...(may.useSlack || !place ? slack : [place]),
  ]
  const input = { name: typed.name, ...toWatched(typed, { alert: before, catalogue: catalogue() }), to }
  if (id === null) await run('alert.add', input)
  else await run('alert.change', { alert: id, ...input })
}

interface Known {
  readonly alert: AlertView | undefined
  readonly catalogue: Pick<Catalogue, 'metrics'>
}

/** What was typed, as the verbs take it; what is nonsense is refused by them. */
export function toWatched(typed: TypedAlert, { alert, catalogue }: Known): Watched {
  const op = typed.op as Watched['op']
  const window = typed.window as NonNullable<Watched['window']>
  if (op === 'finding') return { op, severity: typed.severity === 'warning' ? 'warning' : 'error' }
  const [dimension = '', value = ''] = splitOnly(typed.only)
  const filters =
    typed.only === 'kept'
      ? (alert?.filters ?? [])
      : dimension === ''
        ? []
        : [{ dimension, operator: 'is' as const, values: [value] }]
  const figure = { op, metric: typed.metric, window, filters: filters as NonNullable<Watched['filters']> }
  if (op === 'unusual') return figure
  const minOrders = typed.minOrders === '' ? 0 : Number(typed.minOrders)
  return { ...figure, bound: boundOf(typed, isShare(catalogue, typed.metric)), minOrders }
}

/** `country:DE`; the value may hold colons. */
function splitOnly(only: string): string[] {
  const at = only.indexOf(':')
  return at < 0 ? [] : [only.slice(0, at), only.slice(at + 1)]
}

function isShare({ metrics }: Pick<Catalogue, 'metrics'>, metric: string): boolean {
  return metrics.find(({ key }) => key === metric)?.unit === 'percent'
}

/** A change without a sign goes the way that is watched: 30 below is thirty percent less. */
function boundOf({ op, kind, bound }: TypedAlert, isOfShare: boolean): NonNullable<Watched['bound']> {
  const text = bound.replace(/%$/, '').trim().replace(',', '.').replace('−', '-')
  if (kind === 'value') return { value: isOfShare && text !== '' ? shift(text, 0.01) : text.replace(/^\+/, '') }
  const signed = /^[-+]/.test(text) ? text.replace(/^\+/, '') : op === 'below' ? `-${text}` : text
  return { changeAgainst: 'same_weekday', percent: signed }
}

/** Shares are typed in percent, and kept as fractions. What is no number stays as it is, and is refused. */
function shift(text: string, factor: number): string {
  const number = Number(text)
  return Number.isFinite(number) ? String(Number((number * factor).toFixed(6))) : text
}

function toOnly({ filters }: Pick<AlertView, 'filters'>): string {
  const [first, ...more] = filters
  if (!first) return ''
  return more.length === 0 && first.operator === 'is' && first.values.length === 1
    ? `${first.dimension}:${first.values[0]}`
    : 'kept'
}

/** An alert as its form shows it. */
export function toTyped(alert: AlertView, catalogue: Pick<Catalogue, 'metrics'>): TypedAlert {
  const { name, op, metric, window, bound, minOrders, severity, to } = alert
  return {
    ...fresh,
    name,
    op,
    ...(metric === null ? {} : { metric }),
    only: toOnly(alert),
    ...(window === null ? {} : { window }),
    ...(bound === null
      ? {}
      : { ...typedBound(bound, op, isShare(catalogue, metric ?? '')), minOrders: String(minOrders) }),
    ...(severity === null ? {} : { severity }),
    isMailed: to.some(({ channel }) => channel === 'mail'),
    isPushed: to.some(({ channel }) => channel === 'push'),
    slack: to.flatMap((target) => (target.channel === 'slack' ? [target.id] : []))[0] ?? '',
  }
}

function typedBound(
  bound: NonNullable<AlertView['bound']>,
  op: AlertView['op'],
  isOfShare: boolean,
): Pick<TypedAlert, 'kind' | 'bound'> {
  if ('value' in bound) return { kind: 'value', bound: isOfShare ? shift(bound.value, 100) : bound.value }
  const usual = op === 'below' ? bound.percent.startsWith('-') : !bound.percent.startsWith('-')
  if (usual) return { kind: 'percent', bound: bound.percent.replace(/^-/, '') }
  return { kind: 'percent', bound: bound.percent.startsWith('-') ? bound.percent : `+${bound.percent}` }
}

interface Previewed {
  readonly typed: TypedAlert
  readonly alert: AlertView | undefined
  readonly place: AlertPlace
}

async function preview(run: Run, { typed, alert, place }: Previewed): Promise<PreviewModel> {
  if (typed.op === 'finding') return { kind: 'none' }
  try {
    const looked = await run('alert.preview', toWatched(typed, { alert, catalogue: place.catalogue }))
    return printPreview(looked, typed.metric, place)
  } catch (refusal) {
    if (isAppError(refusal) && refusal.code === 'forbidden') return { kind: 'refused', message: refusal.message }
    return { kind: 'refused', message: toFormFailure(refusal).body.message }
  }
}

/** Figures that can be added up over any days: the shop's, then each platform's own. */
function metricGroups({ metrics, platforms }: Catalogue, shop: string): OptionGroup[] {
  const isSum = (key: string | undefined) => metrics.find((metric) => metric.key === key)?.additive === true
  const watchable = metrics.filter(({ additive, terms }) => {
    const [over, by] = terms
    return additive || (terms.length === 2 && by?.operator === '/' && isSum(over?.metric) && isSum(by.metric))
  })
  const groups = Map.groupBy(watchable, ({ key }) => (key.includes('.') ? (key.split('.')[0] ?? '') : ''))
  return [...groups].map(([platform, all]) => ({
    label: platforms.find(({ id }) => id === platform)?.name ?? shop,
    options: all
      .map(({ key, label }) => ({ value: key, label }))
      .toSorted((one, other) => one.label.localeCompare(other.label)),
  }))
}

const onlyDimensions = ['country', 'sales_channel', 'customer_class', 'gateway'] as const
const mostValues = 15
const daysOfValues = 90

/** Values that orders of the last days have: an alert can be about one of them. */
async function onlyGroups(
  run: Run,
  { shop, place }: { readonly shop: Pick<ShopServices['shop'], 'today'>; readonly place: AlertPlace },
): Promise<OptionGroup[]> {
  const days = { from: addDays(shop.today, -daysOfValues), to: shop.today }
  const groups = await Promise.all(
    onlyDimensions.map(async (dimension) => {
      const order = { by: 'orders', direction: 'descending' } as const
      const question = { ...days, metrics: ['orders'], dimensions: [dimension], order, limit: mostValues }
      const { rows = [] } = await run('metrics.query', question)
      return {
        label: place.catalogue.dimensions.find(({ key }) => key === dimension)?.label ?? dimension,
        options: rows.flatMap(({ dimensions, names }) => {
          const value = dimensions[dimension]
          if (value === undefined || value === '') return []
          const label = labelOf({ dimension, value, given: names?.[dimension], language: place.language })
          return [{ value: `${dimension}:${value}`, label }]
        }),
      }
    }),
  )
  return groups.filter(({ options }) => options.length > 0)
}
