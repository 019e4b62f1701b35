import { AppError } from '@tillsight/core'
import { addDays } from '@tillsight/core/days'
import type { AlertView, RunVerb, ShopVerbs, VerbInput } from '@tillsight/domain'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { labelOf } from '../../blocks/figures-page/dimension-labels.server.ts'
import type { Language } from '../../language/languages.ts'
import { labelled } from '../../language/text.ts'
import type { FormFailure } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { AlertFormModel, OptionGroup, PreviewModel, QuietModel, TypedAlert, TypedFilter } from './model.ts'
import { type AlertPlace, printPreview } from './print-alert.server.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

type Run = RunVerb<ShopVerbs>
type Watched = VerbInput<ShopVerbs['alert.preview']>
type Catalogue = ReturnType<ShopServices['catalogue']>

const fresh: TypedAlert = {
  name: '',
  op: 'below',
  metric: 'sales',
  filters: [],
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
export function readTyped(form: Pick<FormData, 'get' | 'getAll' | 'has'> | URLSearchParams): TypedAlert {
  const text = (name: Exclude<keyof TypedAlert, 'filters' | 'isMailed' | 'isPushed'>) => {
    const value = form.get(name)
    // A field that is not shown keeps what it would begin with.
    return typeof value === 'string' ? value.trim() : fresh[name]
  }
  return {
    name: text('name'),
    op: text('op'),
    metric: text('metric'),
    filters: readRows(form),
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

/** Rows of the form; a button of the page without scripts adds one, or leaves one out. */
function readRows(form: Pick<FormData, 'get' | 'getAll' | 'has'>): TypedFilter[] {
  const operators = form.getAll('operator').map(String)
  const rows = form
    .getAll('filter')
    .filter((value) => typeof value === 'string')
    .map((value, index) => ({ value, operator: operators[index] ?? 'is' }))
  const left = rows.filter((_, index) => String(index) !== form.get('without'))
  return form.has('more') ? [...left, emptyFilter] : left
}

const emptyFilter: TypedFilter = { operator: 'is', value: '' }

/** The form for an alert, or for a new one, with what it would have said; the address may hold other fields. */
export async function loadForm(
  { run, shop, catalogue, may }: Pick<ShopServices, 'run' | 'shop' | 'catalogue' | 'may'>,
  { id, search, place, quiet }: FormRequest,
): Promise<AlertFormModel> {
  const say = pageWords.say(place.language)
  const { items, slack } = await run('alert.list')
  const alert = id === null ? undefined : items.find((one) => one.id === id)
  if (id !== null && alert === undefined) {
    throw new AppError('not_found', 'You have no such alert here. It may have been deleted: open the list.')
  }
  const known = catalogue()
  const stored = alert ? toTyped(alert, known) : fresh
  const typed = search.has('op') ? readTyped(search) : stored
  const values = await groupsOfValues(run, { shop, place })
  return {
    alert: id,
    typed,
    metrics: metricGroups(known, say('figuresOfShop')),
    values: [...values, ...otherValues(typed, values, place)],
    slack: may.useSlack ? slack.map(({ id: value, name }) => ({ value, label: name })) : [],
    currency: shop.currency,
    quiet,
    preview: await preview(run, typed, place),
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
  const input = { name: typed.name, ...toWatched(typed, catalogue()), to }
  if (id === null) await run('alert.add', input)
  else await run('alert.change', { alert: id, ...input })
}

/** What was typed, as the verbs take it; what is nonsense is refused by them. */
export function toWatched(typed: TypedAlert, catalogue: Pick<Catalogue, 'metrics'>): Watched {
  const op = typed.op as Watched['op']
  const window = typed.window as NonNullable<Watched['window']>
  if (op === 'finding') return { op, severity: typed.severity === 'warning' ? 'warning' : 'error' }
  const figure = { op, metric: typed.metric, window, filters: toFilters(typed.filters) }
  if (op === 'unusual') return figure
  const minOrders = typed.minOrders === '' ? 0 : Number(typed.minOrders)
  return { ...figure, bound: boundOf(typed, isShare(catalogue, typed.metric)), minOrders }
}

type Filters = NonNullable<Watched['filters']>

/** Rows about the same thing are alternatives: Germany or Austria. Rows without a value are none. */
function toFilters(rows: readonly TypedFilter[]): Filters {
  const said = rows.filter(({ value }) => value !== '')
  const groups = Map.groupBy(said, ({ operator, value }) => `${operator} ${splitRow(value).dimension}`)
  return [...groups.values()].map((alike) => {
    const values = new Set(alike.map(({ value }) => splitRow(value).value))
    const [{ operator, value } = emptyFilter] = alike
    return {
      dimension: splitRow(value).dimension,
      operator: operator === 'is_not' ? ('is_not' as const) : ('is' as const),
      values: [...values],
    }
  })
}

/** `country:DE`; the value may hold colons. */
function splitRow(row: string): { readonly dimension: string; readonly value: string } {
  const at = row.indexOf(':')
  return at < 0 ? { dimension: row, value: '' } : { dimension: row.slice(0, at), value: row.slice(at + 1) }
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

function toRows({ filters }: Pick<AlertView, 'filters'>): TypedFilter[] {
  return filters.flatMap(({ dimension, operator, values }) =>
    values.map((value) => ({ operator, value: `${dimension}:${value}` })),
  )
}

/** An alert as its form shows it. */
export function toTyped(alert: AlertView, catalogue: Pick<Catalogue, 'metrics'>): TypedAlert {
  const { name, op, metric, window, bound, minOrders, severity, to } = alert
  return {
    ...fresh,
    name,
    op,
    ...(metric === null ? {} : { metric }),
    filters: toRows(alert),
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

async function preview(run: Run, typed: TypedAlert, place: AlertPlace): Promise<PreviewModel> {
  if (typed.op === 'finding') return { kind: 'none' }
  try {
    const looked = await run('alert.preview', toWatched(typed, place.catalogue))
    return printPreview(looked, typed.metric, place)
  } catch (refusal) {
    return { kind: 'refused', message: wordAlertRefusal(refusal, place.language).body.message }
  }
}

/** Why an alert was refused, in the language of the page: by field where the refusal names one. */
export function wordAlertRefusal(
  refusal: unknown,
  language: Language,
): { readonly body: FormFailure; readonly status: number } {
  const say = pageWords.say(language)
  const field = (path: string) => {
    const key = refusedFields.get(toField(path))
    return key && say(key)
  }
  const { body, status } = wordRefusal(refusal, { language, field })
  // Of what is within a field, the field is named.
  const fields = Object.fromEntries(Object.entries(body.fields).map(([path, text]) => [toField(path), text]))
  return { body: { message: body.message, fields }, status }
}

function toField(path: string): string {
  return path.split('.', 1).join('')
}

const refusedFields: ReadonlyMap<string, WordKey> = new Map(
  (['name', 'op', 'metric', 'filters', 'window', 'bound', 'minOrders', 'to', 'url'] as const).map((name) => [
    name,
    `refused.${name}`,
  ]),
)

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

const dimensionsOfRows = ['country', 'sales_channel', 'customer_class', 'gateway'] as const
const mostValues = 15
const daysOfValues = 90

/** Values that orders of the last days have: an alert can be about one of them. */
async function groupsOfValues(
  run: Run,
  { shop, place }: { readonly shop: Pick<ShopServices['shop'], 'today'>; readonly place: AlertPlace },
): Promise<OptionGroup[]> {
  const days = { from: addDays(shop.today, -daysOfValues), to: shop.today }
  const groups = await Promise.all(
    dimensionsOfRows.map(async (dimension) => {
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

/** Values of rows that orders of the last days do not have, or that only programs can say. */
function otherValues(
  { filters }: TypedAlert,
  known: readonly OptionGroup[],
  { catalogue, language }: AlertPlace,
): OptionGroup[] {
  const has = (value: string) => known.some(({ options }) => options.some((option) => option.value === value))
  const others = new Set(filters.map(({ value }) => value).filter((value) => value !== '' && !has(value)))
  const options = [...others].map((row) => {
    const { dimension, value } = splitRow(row)
    const name = catalogue.dimensions.find(({ key }) => key === dimension)?.label ?? dimension
    return { value: row, label: labelled(name, labelOf({ dimension, value, language }), language) }
  })
  return options.length === 0 ? [] : [{ label: pageWords.say(language)('filter_stored'), options }]
}
