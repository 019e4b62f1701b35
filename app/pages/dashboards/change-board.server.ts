import { divideDecimals } from '@tillsight/core'
import type { DashboardView, NewWidget, OwnMetricView, RunVerb, ShopVerbs, Template } from '@tillsight/domain'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import type { Language } from '../../language/languages.ts'
import { labelled } from '../../language/text.ts'
import { formText } from '../../request.server.ts'
import type { CatalogueView, ShopServices } from '../../services.ts'
import type { BoardFailure, EditFields, EditRow, Option } from './model.ts'
import { nameFigure } from './print-widgets.server.ts'
import { type BoardWords, boardWords } from './words.server.ts'

type Run = RunVerb<ShopVerbs>

const kinds = ['stat', 'chart', 'table', 'text', 'goal'] as const
type Kind = (typeof kinds)[number]

/** Creates a dashboard from a form; answers its id. Throws what the verb throws. */
export async function makeBoard(run: Run, form: FormData): Promise<string> {
  const template = formText<Template>(form, 'template')
  const { id } = await run('dashboard.create', {
    name: formText(form, 'name'),
    isShared: form.has('isShared'),
    ...(template ? { template } : {}),
  })
  return id
}

/** What the form of a dashboard shows. */
export async function loadEditing(services: ShopServices, id: string, opened: string | null) {
  const { run, shop, may } = services
  const { language } = shop.display
  const words = boardWords[language]
  const [board, { items: own }] = await Promise.all([run('dashboard.get', { dashboard: id }), run('own_metric.list')])
  const known = { catalogue: services.catalogue(), own, words, language }
  const widget = board.widgets.find((each) => each.id === opened)
  return {
    board: { id, name: board.name, isShared: board.isShared, version: board.version, mayEdit: board.mayEdit },
    rows: board.widgets.map((each) => toRow(each, known)),
    opened: widget ? toFields(widget, known, shop.display.currency) : null,
    figures: figureOptions(known),
    dimensions: known.catalogue.dimensions.map(({ key, label }) => ({ value: key, label })),
    mayShare: may.shareDashboards || board.isShared,
    words,
  }
}

interface Known {
  readonly catalogue: CatalogueView
  readonly own: readonly OwnMetricView[]
  readonly words: BoardWords
  readonly language: Language
}

function figureOptions({ catalogue, own }: Known): Option[] {
  return [
    ...own.map(({ key, name }) => ({ value: key, label: name })),
    ...catalogue.metrics.map(({ key, label }) => ({ value: key, label })),
  ]
}

function toRow(widget: NewWidget, known: Known): EditRow {
  const name =
    widget.title ||
    (widget.kind === 'text'
      ? widget.text.replaceAll(/[#*\s]+/g, ' ').slice(0, 40)
      : nameFigure(widget.kind === 'table' ? (widget.metrics[0] ?? '') : widget.metric, known))
  return { id: widget.id ?? '', label: labelled(known.words[widget.kind], name.trim(), known.language) }
}

function toFields(widget: NewWidget, known: Known, currency: string): EditFields {
  const common = { id: widget.id ?? '', kind: widget.kind, targetHelp: '' }
  const { title } = widget
  switch (widget.kind) {
    case 'stat':
    case 'chart':
      return { ...common, values: { title, metric: widget.metric, compare: widget.compare ? 'on' : '' } }
    case 'table': {
      const [metric = '', second = '', third = ''] = widget.metrics
      return { ...common, values: { title, metric, second, third, by: widget.by, limit: `${widget.limit}` } }
    }
    case 'text':
      return { ...common, values: { title, text: widget.text } }
    case 'goal':
      return { ...common, ...goalFields(widget, known, currency) }
  }
}

function goalFields(
  { title, metric, target, per }: Extract<NewWidget, { kind: 'goal' }>,
  known: Known,
  currency: string,
): Pick<EditFields, 'targetHelp' | 'values'> {
  const { words } = known
  const unit = unitOf(metric, known)
  const helps = { money: words.targetMoney.replace('{currency}', currency), percent: words.targetPercent }
  const typed = unit === 'percent' && target !== null ? shift(target, '0.01') : (target ?? '')
  return {
    targetHelp: unit === 'money' || unit === 'percent' ? helps[unit] : words.targetPlain,
    values: { title, metric, target: typed, per },
  }
}

function unitOf(key: string, { catalogue, own }: Pick<Known, 'catalogue' | 'own'>): string {
  const known = catalogue.metrics.find((metric) => metric.key === key)
  return known?.unit ?? own.find((metric) => metric.key === key)?.unit ?? 'count'
}

/** A percentage as somebody types it is a hundred times its fraction. */
function shift(text: string, by: '100' | '0.01'): string {
  if (!/^\d+(?:\.\d+)?$/.test(text)) return text
  const shifted = divideDecimals(text, by, 6) ?? text
  return shifted.includes('.') ? shifted.replace(/\.?0+$/, '') : shifted
}

/** What a form did: where the page goes on. */
export type BoardOutcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'opened'; readonly widget: string }
  | { readonly kind: 'removed' }

/** Carries out a form of the dashboard's editing. Throws what the verbs throw. */
export async function changeBoard(services: ShopServices, form: FormData, id: string): Promise<BoardOutcome> {
  const { run } = services
  const intent = formText(form, 'intent')
  if (intent === 'delete') {
    await run('dashboard.remove', { dashboard: id })
    return { kind: 'removed' }
  }
  const board = await run('dashboard.get', { dashboard: id })
  // What was looked at, not what is there now: others may have changed it.
  const version = Number(formText(form, 'version')) || board.version
  if (intent === 'settings') {
    const isShared = form.has('isShared')
    await run('dashboard.change', { dashboard: id, version, name: formText(form, 'name'), isShared })
    return { kind: 'saved' }
  }
  const widgets = await changedWidgets(services, board, form)
  const { widgets: saved } = await run('dashboard.change', { dashboard: id, version, widgets })
  const added = saved.at(-1)?.id
  return intent === 'add' && added !== undefined ? { kind: 'opened', widget: added } : { kind: 'saved' }
}

async function changedWidgets(
  services: ShopServices,
  { widgets }: DashboardView,
  form: FormData,
): Promise<NewWidget[]> {
  const at = widgets.findIndex(({ id }) => id === formText(form, 'widget'))
  const widget = widgets[at]
  switch (formText(form, 'intent')) {
    case 'add':
      return [...widgets, newWidget(form, boardWords[services.shop.display.language])]
    case 'up':
      return moved(widgets, at, at - 1)
    case 'down':
      return moved(widgets, at, at + 1)
    case 'remove':
      return widgets.filter((each) => each !== widget)
    default:
      return widget ? widgets.with(at, await readWidget(services, widget, form)) : widgets
  }
}

function moved(widgets: readonly NewWidget[], from: number, to: number): NewWidget[] {
  const [one, other] = [widgets[from], widgets[to]]
  return one && other ? widgets.with(from, other).with(to, one) : [...widgets]
}

function newWidget(form: FormData, words: BoardWords): NewWidget {
  const kind = kinds.find((each) => each === formText<Kind>(form, 'kind')) ?? 'stat'
  const metric = formText(form, 'metric')
  switch (kind) {
    case 'text':
      return { kind, text: words.newText, title: '' }
    case 'table':
      return { kind, metrics: [metric], by: 'country', limit: 10, title: '' }
    case 'goal':
      return { kind, metric, target: null, per: 'month', title: '' }
    default:
      return { kind, metric, compare: true, title: '' }
  }
}

async function readWidget(services: ShopServices, { id, kind }: NewWidget, form: FormData): Promise<NewWidget> {
  const common = { ...(id === undefined ? {} : { id }), title: formText(form, 'title') }
  const metric = formText(form, 'metric')
  switch (kind) {
    case 'text':
      return { ...common, kind, text: formText(form, 'text') }
    case 'table': {
      const further = ['second', 'third'].map((name) => formText(form, name)).filter(Boolean)
      const limit = Number(formText(form, 'limit')) || 10
      return { ...common, kind, metrics: [metric, ...further], by: formText(form, 'by'), limit }
    }
    case 'goal': {
      const typed = formText(form, 'target')
      const { items: own } = await services.run('own_metric.list')
      const isPercent = unitOf(metric, { catalogue: services.catalogue(), own }) === 'percent'
      const target = typed === '' ? null : isPercent ? shift(typed, '100') : typed
      return { ...common, kind, metric, target, per: formText(form, 'per') === 'range' ? 'range' : 'month' }
    }
    default:
      return { ...common, kind, metric, compare: form.has('compare') }
  }
}

/** Why a form was rejected, in the language of the page, and what was typed. */
export function toBoardFailure(
  refusal: unknown,
  form: FormData,
  language: Language,
): { failure: BoardFailure; status: number } {
  const typed = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  const { body, status } = wordRefusal(refusal, { language })
  // A widget's problems are named by its place: its fields are open one at a time.
  const fields = Object.fromEntries(
    Object.entries(body.fields).map(([name, message]) => [
      name.replace(/^widgets\.\d+\.?(\w*).*$/, '$1') || 'metric',
      message,
    ]),
  )
  return {
    failure: {
      message: body.message,
      fields: { ...fields, ...(fields['metrics'] ? { metric: fields['metrics'] } : {}) },
      typed,
    },
    status,
  }
}
