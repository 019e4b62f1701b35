import { AppError } from '@tillsight/core'
import type { CostPreview } from '@tillsight/domain'
import { dayText, type FigureFormat, figureText } from '../../format/index.ts'
import { formText, toFormFailure } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { CostOutcome } from './model.ts'

/** Runs a form of the costs pages: previews a change, saves it or undoes one. What a person can mend is an outcome. */
export async function changeCosts(
  services: ShopServices,
  request: Request,
): Promise<{ readonly outcome: CostOutcome; readonly status: number }> {
  const form = await request.formData()
  try {
    return { outcome: await carryOut(services, form), status: 200 }
  } catch (refusal) {
    const { body, status } = toFormFailure(refusal)
    const typed = Object.fromEntries(
      [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    )
    return {
      outcome: { kind: 'refused', form: formText(form, 'form'), message: body.message, fields: body.fields, typed },
      status,
    }
  }
}

async function carryOut(services: ShopServices, form: FormData): Promise<CostOutcome> {
  const change = readChange(form)
  const { display } = services.shop
  const name = formText(form, 'form')
  if (formText(form, 'intent') === 'preview') {
    const preview = await services.run('costs.preview', { change })
    const typed = Object.fromEntries(
      [...form].flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
    )
    return { kind: 'preview', form: name, message: `${wouldText(preview, display)}${closedText(preview)}`, typed }
  }
  const reason = formText(form, 'reason')
  const { change: id, preview, restating } = await services.run('costs.save', { change, ...(reason && { reason }) })
  if (id === null) return { kind: 'saved', form: name, message: 'Nothing was different: nothing has changed.' }
  const rest = restating ? ' Figures follow in a moment.' : ' Figures have it.'
  return { kind: 'saved', form: name, message: `Saved. ${didText(preview, display)}${rest}` }
}

/** The change that a form asks for. Verbs check what was typed. */
function readChange(form: FormData) {
  const id = formText(form, 'id')
  switch (formText(form, 'what')) {
    case 'goods':
      return { goods: readGoods(form) }
    case 'margin':
      return { goods: readMargin(form) }
    case 'rule':
      return { rule: { kind: formText<RuleKind>(form, 'kind'), body: readRule(form), ...(id && { id }) } }
    case 'remove':
      return { removeRule: id }
    case 'settings':
      return { settings: readSettings(form) }
    case 'undo':
      return { undo: id }
    default:
      throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
  }
}

type RuleKind = 'fee' | 'shipping' | 'handling' | 'return' | 'expense'

const costPrefix = 'cost:'

/** Costs of variants that differ from what was shown. A comma is taken for a point, as in a spreadsheet of half of Europe. */
function readGoods(form: FormData) {
  const from = formText(form, 'from') || null
  const entries = [...form].flatMap(([name, value]) => {
    if (!name.startsWith(costPrefix) || typeof value !== 'string') return []
    const ref = name.slice(costPrefix.length)
    const amount = value.trim().replace(/^(\d+),(\d+)$/, '$1.$2')
    return amount === '' || amount === formText(form, `was:${ref}`)
      ? []
      : [{ scope: 'variant' as const, ref, amount, from }]
  })
  return { entries }
}

function readMargin(form: FormData) {
  const common = { scope: 'shop' as const, from: formText(form, 'from') || null }
  const percent = formText(form, 'percent')
  return percent === '' ? { remove: [common] } : { entries: [{ ...common, kind: 'percent' as const, percent }] }
}

/** Fields of a rule as its kind has them: lists are lines, weights are kilograms. */
function readRule(form: FormData): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const name of ruleFields) {
    const text = formText(form, name)
    if (text !== '') body[name] = text
  }
  const bands = formText(form, 'bands')
  if (bands !== '') body['bands'] = bands.split('\n').map(readBand)
  const region = formText(form, 'regions')
  if (region !== '') body['region'] = region.split(/[\s,]+/)
  const expense = formText(form, 'expense')
  if (expense !== '') body['kind'] = expense
  return body
}

const ruleFields = [
  'gateway',
  'from',
  'percent',
  'fixed',
  'foreignCard',
  'conversion',
  'payoutCurrency',
  'refund',
  'type',
  'region',
  'method',
  'amount',
  'perKgAbove',
  'perOrder',
  'perUnit',
  'label',
  'name',
  'start',
  'end',
]

/** `1 4.20`: up to one kilogram 4.20. */
function readBand(line: string): { readonly upTo: number; readonly amount: string } {
  const [weight = '', amount = ''] = line.trim().split(/[\s:;]+/)
  return { upTo: Math.round(Number(weight.replace(',', '.')) * 1000), amount: amount.replace(',', '.') }
}

function readSettings(form: FormData): Record<string, unknown> {
  const grams = formText(form, 'defaultGrams')
  return {
    whoDecides: formText(form, 'whoDecides'),
    restockDefault: form.get('restockDefault') !== null,
    defaultGrams: grams === '' ? null : Number(grams),
    closedThrough: formText(form, 'closedThrough') || null,
  }
}

/** What a change would do, in one sentence. */
export function wouldText(preview: CostPreview, format: FigureFormat): string {
  if (preview.pending)
    return `This may restate ${ordersText(preview, format)}; what it does to profit is worked out once it is saved.`
  return preview.orders === 0
    ? 'No order would change.'
    : `This restates ${ordersText(preview, format)}; profit moves by ${moneyOf(preview, format)}.`
}

/** What a change did, in one sentence. */
export function didText(preview: CostPreview, format: FigureFormat): string {
  if (preview.pending)
    return `It may restate ${ordersText(preview, format)}; what that does to profit will stand with the change.`
  return preview.orders === 0
    ? 'No order has changed.'
    : `It restated ${ordersText(preview, format)}; profit moved by ${moneyOf(preview, format)}.`
}

function moneyOf({ delta, currency }: CostPreview, format: FigureFormat): string {
  return `${delta.startsWith('-') ? '' : '+'}${figureText(delta, 'money', { ...format, currency })}`
}

function ordersText({ orders, from, to }: CostPreview, format: FigureFormat): string {
  const count = `${figureText(orders, 'count', format)} ${orders === 1 ? 'order' : 'orders'}`
  if (from === null || to === null) return count
  return from === to ? `${count} of ${dayText(from)}` : `${count} between ${dayText(from)} and ${dayText(to)}`
}

/** Whether a change moves closed days, as a sentence to append. */
export function closedText({ closed }: CostPreview): string {
  return closed ? ' Some of these days are closed: only an owner can save it, with a reason.' : ''
}
