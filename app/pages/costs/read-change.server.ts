import { AppError } from '@tillsight/core'
import { z } from 'zod'
import { formText, toDecimal } from '../../request.server.ts'
import { partPrefix } from './model.ts'

/** The change that a form asks for. Verbs check what was typed. */
export function readChange(form: FormData) {
  const id = formText(form, 'id')
  switch (formText(form, 'what')) {
    case 'goods':
      return { goods: readGoods(form) }
    case 'entry':
      return { goods: { entries: [readEntry(form)] } }
    case 'removeEntry':
      return { goods: { remove: [readEntryKey(id)] } }
    case 'margin':
      return { goods: readMargin(form) }
    case 'rule':
      return { rule: { kind: formText<RuleKind>(form, 'kind'), body: readRule(form), ...(id && { id }) } }
    case 'remove':
      return { removeRule: id, from: formText(form, 'from') === 'today' ? ('today' as const) : ('ever' as const) }
    case 'settings':
      return { settings: readSettings(form) }
    case 'undo':
      return { undo: id }
    default:
      throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
  }
}

type RuleKind = 'fee' | 'shipping' | 'handling' | 'return' | 'expense' | 'feeMeta' | 'labelMeta'

/** What a form calls the cost of a variant. */
export const costPrefix = 'cost:'

/** Costs of variants that differ from what was shown; an emptied field deletes the entry that it showed. */
function readGoods(form: FormData) {
  const from = formText(form, 'from') || null
  const changed = [...form].flatMap(([name, value]) => {
    if (!name.startsWith(costPrefix) || typeof value !== 'string') return []
    const ref = name.slice(costPrefix.length)
    const amount = toDecimal(value)
    return amount === toDecimal(formText(form, `was:${ref}`)) ? [] : [{ ref, amount }]
  })
  const entries = changed.filter(({ amount }) => amount !== '')
  const emptied = changed.filter(({ amount }) => amount === '')
  return {
    entries: entries.map(({ ref, amount }) => ({ scope: 'variant' as const, ref, amount, from })),
    ...(emptied.length > 0 && { remove: emptied.map(({ ref }) => shownEntry(form, ref)) }),
  }
}

/** The entry that a field showed, by source and first day. Throws where it is not the variant's own. */
function shownEntry(form: FormData, ref: string) {
  const [, source, from] = /^(entered|file|api) (.*)$/.exec(formText(form, `entry:${ref}`)) ?? []
  if (source === undefined) {
    throw new AppError(
      'invalid_input',
      'A cost of the store or of a whole product cannot be emptied here: enter another one for the variant, or open it and change its time line.',
      { details: { [`${costPrefix}${ref}`]: 'This cost is not the variant’s own.' } },
    )
  }
  return { scope: 'variant' as const, ref, from: from || null, source: source as EnteredSource }
}

type EnteredSource = 'entered' | 'file' | 'api'

/** A dated cost of one variant, with the country and the pieces that it is limited to. */
function readEntry(form: FormData) {
  const currency = formText(form, 'currency')
  return {
    scope: 'variant' as const,
    ref: formText(form, 'variant'),
    from: formText(form, 'from') || null,
    country: formText(form, 'country'),
    minQuantity: Number(formText(form, 'minQuantity') || '1'),
    steps: formText(form, 'steps') === 'graduated' ? ('graduated' as const) : ('whole' as const),
    ...readCost(form),
    ...(currency && { currency }),
    note: formText(form, 'note'),
  }
}

/** What a piece costs, as one of the kinds. */
function readCost(form: FormData) {
  const cost = toDecimal(formText(form, 'cost'))
  const kind = formText(form, 'kind')
  if (kind === 'percent') return { kind, percent: cost } as const
  if (kind !== 'madeOf') return { kind: 'amount', amount: cost } as const
  const madeOf = [...form].flatMap(([name, value]) =>
    name.startsWith(partPrefix) && typeof value === 'string'
      ? [{ variant: name.slice(partPrefix.length), quantity: Number(value) }]
      : [],
  )
  return { kind, madeOf } as const
}

const EntryKey = z.object({
  scope: z.enum(['variant', 'product']),
  ref: z.string(),
  from: z.string().nullable(),
  country: z.string(),
  minQuantity: z.number(),
  source: z.enum(['entered', 'file', 'api']),
})

function readEntryKey(text: string) {
  try {
    return EntryKey.parse(JSON.parse(text))
  } catch {
    throw new AppError('invalid_input', 'This entry is none that can be deleted here. Reload the page and try again.')
  }
}

function readMargin(form: FormData) {
  const common = { scope: 'shop' as const, from: formText(form, 'from') || null }
  const percent = toDecimal(formText(form, 'percent'))
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
    const text = toDecimal(formText(form, name))
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
  return { upTo: Math.round(Number(toDecimal(weight)) * 1000), amount: toDecimal(amount) }
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
