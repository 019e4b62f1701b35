import { type AppError, isAppError } from '@tillsight/core'
import type { CostPreview } from '@tillsight/domain'
import { type FigureFormat, figureText, instantText, rangeText } from '../../format/index.ts'
import { formText, toFormFailure } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { CostOutcome } from './model.ts'
import { readChange } from './read-change.server.ts'

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

async function carryOut(services: ShopServices, form: FormData): Promise<CostOutcome> {
  const change = await withKept(readChange(form), services, form)
  const { display } = services.shop
  const own = { form: formText(form, 'form'), seen: seenOf(form) }
  if (formText(form, 'intent') === 'preview') {
    const preview = await services.run('costs.preview', { change })
    const asksReason = preview.closed && services.may.closeCosts
    const message = `${wouldText(preview, display)}${closedText(preview, asksReason)}`
    return { kind: 'preview', ...own, message, asksReason, typed: typedIn(form) }
  }
  const reason = formText(form, 'reason')
  const saved = await services.run('costs.save', {
    change,
    ...(reason && { reason }),
    ...(form.has('seen') && { seen: own.seen }),
  })
  if (saved.change === null) return { kind: 'saved', ...own, message: 'Nothing was different: nothing has changed.' }
  const message = `Saved. ${didText(saved.preview, display)}${followText(saved)}`
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
  // Closed days are an owner's: no reason to lose what was typed.
  if (isAppError(refusal) && refusal.code === 'forbidden' && refusal.details['needs'] === 'costs:close') {
    return { outcome: { kind: 'refused', ...own, message: refusal.message, fields: {} }, status: 403 }
  }
  const { body, status } = toFormFailure(refusal)
  return { outcome: { kind: 'refused', ...own, message: body.message, fields: body.fields }, status }
}

/** Who changed the same meanwhile, what and when, and both values where there are two. */
function conflictText({ details }: AppError, { shop }: ShopServices): string {
  const text = (name: string): string => (typeof details[name] === 'string' ? details[name] : '')
  const who = text('by') || 'Somebody'
  const both = text('now') === '' ? '' : ` It is ${text('now')} now, and you entered ${text('yours')}.`
  return `${who} changed this on ${instantText(text('at'), shop.zone)} (${text('what')}).${both} Nothing of yours is saved yet.`
}

/** What a change would do, in one sentence. */
export function wouldText(preview: CostPreview, format: FigureFormat): string {
  if (preview.orders === 0) return 'No order would change.'
  if (preview.pending)
    return `This may restate up to ${ordersText(preview, format)}. What it does to profit is worked out in the background once it is saved.`
  return `This restates ${ordersText(preview, format)}; profit ${movesText(preview, format, ['moves', 'stays as it is'])}${aroundText(preview, format)}.`
}

/** What a change did, in one sentence. */
export function didText(preview: CostPreview, format: FigureFormat): string {
  if (preview.orders === 0) return 'No order has changed.'
  if (preview.pending)
    return `Profit of up to ${ordersText(preview, format)} is worked out again in the background; what it did stands under Changes then.`
  return `It restated ${ordersText(preview, format)}; profit ${movesText(preview, format, ['moved', 'stayed as it was'])}.`
}

function movesText(
  { delta, currency }: CostPreview,
  format: FigureFormat,
  [moves, stays]: readonly [string, string],
): string {
  if (Number(delta) === 0) return stays
  const sign = delta.startsWith('-') ? '' : '+'
  return `${moves} by ${sign}${figureText(delta, 'money', { ...format, currency })}`
}

/** `, from 5,036.00 to 4,794.20 in these days`; empty where profit is not known. */
function aroundText({ profitBefore, profitAfter, delta, currency }: CostPreview, format: FigureFormat): string {
  if (profitBefore === null || profitAfter === null || Number(delta) === 0) return ''
  const money = (value: string) => figureText(value, 'money', { ...format, currency })
  return `, from ${money(profitBefore)} to ${money(profitAfter)} in these days`
}

function ordersText({ orders, from, to }: CostPreview, format: FigureFormat): string {
  const count = `${figureText(orders, 'count', format)} ${orders === 1 ? 'order' : 'orders'}`
  return from === null || to === null ? count : `${count} (${rangeText({ from, to })})`
}

/** Whether a change moves closed days, as a sentence to append. */
export function closedText({ closed }: CostPreview, mayClose: boolean): string {
  if (!closed) return ''
  return mayClose
    ? ' Some of these days are closed: say why they change.'
    : ' Some of these days are closed: only an owner can save it, with a reason.'
}

/** When figures have a change, as a sentence to append. */
export function followText({
  restating,
  preview,
}: {
  readonly restating: boolean
  readonly preview: Pick<CostPreview, 'pending' | 'orders'>
}): string {
  if (preview.pending || preview.orders === 0) return ''
  return restating ? ' Figures follow in a moment.' : ' Figures have it.'
}
