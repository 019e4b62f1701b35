import { type AppError, isAppError } from '@tillsight/core'
import { data } from 'react-router'
import { whatText } from '../../blocks/cost-changes/change-text.server.ts'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { type FigureFormat, figureText, instantText } from '../../format/index.ts'
import type { Language } from '../../language/index.ts'
import { formText, guarded } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import { closedText, didText, followText, sentences, wouldText } from './change-text.server.ts'
import type { CostOutcome } from './model.ts'
import { costPrefix, readChange } from './read-change.server.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

interface Answer {
  readonly outcome: CostOutcome
  readonly status: number
}

/** Runs a form of the costs pages: previews a change, saves it or undoes one. What a person can mend is an outcome. */
export async function changeCosts(services: ShopServices, request: Request): Promise<Answer> {
  const form = await request.formData()
  try {
    return { outcome: await carryOut(services, form), status: 200 }
  } catch (refusal) {
    return explain(refusal, services, form)
  }
}

/** The action of a page with such forms. */
export const changeAction = guarded(async (args: Parameters<typeof currentShop>[0] & { readonly request: Request }) => {
  const { outcome, status } = await changeCosts(await currentShop(args), args.request)
  return data({ outcome }, { status })
})

async function carryOut(services: ShopServices, form: FormData): Promise<CostOutcome> {
  const change = await withKept(readChange(form), services, form)
  const { display } = services.shop
  const say = pageWords.say(display.language)
  const own = { form: formText(form, 'form'), seen: seenOf(form) }
  if (formText(form, 'intent') === 'preview') {
    const preview = await services.run('costs.preview', { change })
    const asksReason = preview.closed && services.may.closeCosts
    const message = sentences(wouldText(preview, display), closedText(preview, asksReason, display))
    return { kind: 'preview', ...own, message, asksReason, typed: typedIn(form) }
  }
  const reason = formText(form, 'reason')
  const saved = await services.run('costs.save', {
    change,
    ...(reason && { reason }),
    ...(form.has('seen') && { seen: own.seen }),
  })
  if (saved.change === null) return { kind: 'saved', ...own, message: say('printed.same') }
  const message = sentences(say('printed.saved'), didText(saved.preview, display), followText(saved, display))
  return { kind: 'saved', ...own, seen: saved.change, message }
}

/** A rule keeps what its form does not show, such as another currency. */
async function withKept(
  change: ReturnType<typeof readChange>,
  { run }: ShopServices,
  form: FormData,
): Promise<ReturnType<typeof readChange>> {
  const rule = 'rule' in change ? change.rule : undefined
  if (rule?.id === undefined) return change
  const { rules } = await run('costs.rules')
  const stored = rules.find(({ id }) => id === rule.id)?.body ?? {}
  const kept = Object.entries(stored).filter(([name]) => !form.has(name) && !form.has(`${name}s`))
  return { rule: { ...rule, body: { ...Object.fromEntries(kept), ...rule.body } } }
}

/** The latest change that the person had seen; null for none. */
function seenOf(form: FormData): string | null {
  return formText(form, 'seen') || null
}

function typedIn(form: FormData): Readonly<Record<string, string>> {
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}

function explain(refusal: unknown, services: ShopServices, form: FormData): Answer {
  const own = { form: formText(form, 'form'), seen: seenOf(form), typed: typedIn(form) }
  if (isAppError(refusal) && refusal.code === 'conflict' && typeof refusal.details['at'] === 'string') {
    const seen = String(refusal.details['change'])
    return { outcome: { kind: 'conflict', ...own, seen, message: conflictText(refusal, services) }, status: 409 }
  }
  const { language } = services.shop.display
  const { body, status } = wordRefusal(refusal, { language, field: (path) => fieldText(path, language) })
  return { outcome: { kind: 'refused', ...own, message: body.message, fields: body.fields }, status }
}

/** What a page in another language than English says about a field, by the last part of its path. */
function fieldText(path: string, language: Language): string | undefined {
  if (path.startsWith(costPrefix)) return pageWords.say(language)('refused.ofStore')
  const key = refusedFields.get(path.split('.').findLast((name) => !/^\d+$/.test(name)) ?? '')
  return key && pageWords.say(language)(key)
}

const refusedFields: ReadonlyMap<string, WordKey> = new Map([
  ...['amount', 'cost', 'fixed', 'dispute', 'label', 'perOrder', 'perUnit', 'perKgAbove'].map(
    (name) => [name, 'refused.amount'] as const,
  ),
  ...['percent', 'foreignCard', 'conversion'].map((name) => [name, 'refused.percent'] as const),
  ...['from', 'start', 'end', 'closedThrough'].map((name) => [name, 'refused.day'] as const),
  ...['quantity', 'minQuantity'].map((name) => [name, 'refused.quantity'] as const),
  ...['country', 'region', 'regions'].map((name) => [name, 'refused.region'] as const),
  ...['variant', 'madeOf'].map((name) => [name, 'refused.parts'] as const),
  ['gateway', 'refused.gateway'],
  ['name', 'refused.name'],
  ['reason', 'refused.reason'],
  ['bands', 'refused.bands'],
  ['currency', 'refused.currency'],
  ['defaultGrams', 'refused.grams'],
])

/** Who changed the same meanwhile, what and when, and both values where there are two. */
function conflictText({ details }: AppError, { shop }: ShopServices): string {
  const { language } = shop.display
  const say = pageWords.say(language)
  const text = (name: string): string => (typeof details[name] === 'string' ? details[name] : '')
  const told = {
    who: text('by') || say('printed.someone'),
    when: instantText(text('at'), shop.zone, language),
    what: whatText(text('what'), language),
  }
  if (text('now') === '') return say('printed.conflict', told)
  const [now, yours] = [text('now'), text('yours')].map((value) => valueText(value, shop.display))
  return say('printed.conflictValues', { ...told, now: now ?? '', yours: yours ?? '' })
}

/** `7.5 EUR` and `made of 3` as the page prints them. */
function valueText(value: string, format: FigureFormat): string {
  const say = pageWords.say(format.language ?? 'en')
  const [, amount, currency] = /^(-?[\d.]+) ([A-Z]{3})$/.exec(value) ?? []
  if (amount !== undefined && currency !== undefined) return figureText(amount, 'money', { ...format, currency })
  const [, count] = /^made of (\d+)$/.exec(value) ?? []
  if (count !== undefined) return say('printed.madeOf', { count: Number(count) })
  return value === 'nothing' ? say('printed.nothing') : value
}
