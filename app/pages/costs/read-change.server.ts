import { AppError } from '@tillsight/core'
import { formText } from '../../request.server.ts'

/** The change that a form asks for. Verbs check what was typed. */
export function readChange(form: FormData) {
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

type RuleKind = 'fee' | 'shipping' | 'handling' | 'return' | 'expense' | 'feeMeta' | 'labelMeta'

const costPrefix = 'cost:'

/** Costs of variants that differ from what was shown. */
function readGoods(form: FormData) {
  const from = formText(form, 'from') || null
  const entries = [...form].flatMap(([name, value]) => {
    if (!name.startsWith(costPrefix) || typeof value !== 'string') return []
    const ref = name.slice(costPrefix.length)
    const amount = withPoint(value)
    return amount === '' || amount === formText(form, `was:${ref}`)
      ? []
      : [{ scope: 'variant' as const, ref, amount, from }]
  })
  return { entries }
}

/** A comma is taken for a point, as in a spreadsheet of half of Europe. */
function withPoint(text: string): string {
  return text.trim().replace(/^(\d+),(\d+)$/, '$1.$2')
}

function readMargin(form: FormData) {
  const common = { scope: 'shop' as const, from: formText(form, 'from') || null }
  const percent = withPoint(formText(form, 'percent'))
  return percent === '' ? { remove: [common] } : { entries: [{ ...common, kind: 'percent' as const, percent }] }
}

/** Fields of a rule as its kind has them: lists are lines, weights are kilograms. */
function readRule(form: FormData): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const name of ruleFields) {
    const text = formText(form, name)
    if (text !== '') body[name] = text
  }
  for (const name of decimalFields) {
    const text = withPoint(formText(form, name))
    if (text !== '') body[name] = text
  }
  const addsUp = formText(form, 'addsUp')
  if (addsUp !== '') body['addsUp'] = addsUp === 'true'
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
  'payoutCurrency',
  'refund',
  'type',
  'region',
  'method',
  'name',
  'start',
  'end',
  'key',
  'field',
  'in',
  'currencyKey',
  'scale',
  'refundedField',
]

const decimalFields = [
  'percent',
  'fixed',
  'foreignCard',
  'dispute',
  'conversion',
  'amount',
  'perKgAbove',
  'perOrder',
  'perUnit',
  'label',
]

/** `1 4.20`: up to one kilogram 4.20. */
function readBand(line: string): { readonly upTo: number; readonly amount: string } {
  const [weight = '', amount = ''] = line.trim().split(/[\s:;]+/)
  return { upTo: Math.round(Number(weight.replace(',', '.')) * 1000), amount: amount.replace(',', '.') }
}

/** Whoever may not close days does not send the last closed one: it stays. */
function readSettings(form: FormData): Record<string, unknown> {
  const grams = formText(form, 'defaultGrams')
  return {
    whoDecides: formText(form, 'whoDecides'),
    restockDefault: form.get('restockDefault') !== null,
    defaultGrams: grams === '' ? null : Number(grams),
    ...(form.has('closedThrough') && { closedThrough: formText(form, 'closedThrough') || null }),
  }
}
