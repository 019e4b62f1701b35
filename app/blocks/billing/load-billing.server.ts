import { isAppError } from '@tillsight/core'
import type { OrganisationVerbs, RunVerb, VerbOutput } from '@tillsight/domain'
import { redirect } from 'react-router'
import { translateSentence } from '../../language/server-words.server.ts'
import { type BillingModel, billingPage, type NoticeModel, type PreviewModel } from './model.ts'
import {
  type Printing,
  printAmount,
  printCurrent,
  printDay,
  printInvoice,
  printPlans,
  printPrice,
  printUsage,
  type Shown,
} from './print-billing.server.ts'
import { billingWords } from './words.server.ts'
import type { BillingKey } from './words.ts'

type Run = RunVerb<OrganisationVerbs>
type Interval = BillingModel['interval']

/** What the page is asked for. */
interface Loading extends Omit<Printing, 'say'> {
  /** The address of the page; parameters are added to it. */
  readonly page: string
  readonly search: URLSearchParams
  /** Where data is exported before leaving. */
  readonly exportPage: string | null
}

/** The organisation's plan; undefined where nothing is sold. A purchase that is confirmed is a redirect to what it led to. */
export async function loadBilling(run: Run, loading: Loading): Promise<BillingModel | undefined> {
  const { page, search, exportPage } = loading
  const standing = await run('billing.standing')
  if (!standing.sells) return undefined
  const printing = { ...loading, say: billingWords.say(loading.language) }
  const purchase = await confirmPurchase(run, search.get('session'))
  // What stands around the page was loaded beside it, before the purchase counted.
  if (purchase === 'done') throw redirect(billingPage(page, { done: 'bought' }))
  const shown = await unless(['unavailable', 'upstream_failed'], () => run('billing.show'))
  const known = shown ?? { ...standing, ...unanswered }
  const interval = intervalOf(known, search)
  const [usage, invoices, preview] = await Promise.all([
    unless(refusals, () => run('billing.usage')),
    unless(refusals, () => run('billing.invoices', { cursor: search.get('cursor') ?? undefined })),
    loadPreview(run, known, { ...printing, search }),
  ])
  return {
    page,
    notices: [
      ...(shown ? roleNotices(shown, printing) : [{ severity: 'serious' as const, text: printing.say('pay.down') }]),
      ...(purchase === 'strange' ? [{ severity: 'warning' as const, text: printing.say('wait.strange') }] : []),
      ...doneNotices(search.get('done'), known, printing),
      ...refusalNotices(preview),
    ],
    isWaiting: purchase === 'waiting',
    current: printCurrent(known, printing),
    usage: usage === undefined ? null : printUsage(usage, printing),
    interval,
    hasIntervals: isSold(known, 'month') && isSold(known, 'year'),
    plans: printPlans(known, interval, printing),
    preview: preview?.model ?? null,
    invoices: printInvoices(invoices, { ...printing, page }),
    exportPage,
  }
}

/** What is known of a plan while the payment service does not answer. */
const unanswered = {
  provider: '',
  plan: null,
  plans: [],
  mayChange: false,
  can: { buy: false, change: false, cancel: false, resume: false, portal: false },
  hasTrial: false,
}

function roleNotices({ mayChange }: Shown, { say }: Printing): NoticeModel[] {
  return mayChange ? [] : [{ severity: 'info', text: say('pay.askOwner') }]
}

function refusalNotices(preview: Previewed | null): NoticeModel[] {
  return preview?.refusal === undefined ? [] : [{ severity: 'serious', text: preview.refusal }]
}

const refusals = ['forbidden', 'unavailable', 'upstream_failed', 'invalid_input'] as const

/** The result; undefined where it fails in one of these ways. */
async function unless<Result>(codes: readonly string[], make: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await make()
  } catch (failure) {
    if (isAppError(failure) && codes.includes(failure.code)) return undefined
    throw failure
  }
}

/** How a purchase stands that the browser comes back from. */
type Purchase = 'done' | 'waiting' | 'strange' | null

/** Asks about the purchase; coming back grants nothing. */
async function confirmPurchase(run: Run, session: string | null): Promise<Purchase> {
  if (session === null || session === '') return null
  try {
    const { isSettled } = await run('billing.confirm', { session })
    return isSettled ? 'done' : 'waiting'
  } catch (failure) {
    if (!isAppError(failure)) throw failure
    return failure.code === 'unavailable' ? 'waiting' : 'strange'
  }
}

const dones: Readonly<Record<string, BillingKey>> = {
  changed: 'done.changed',
  later: 'done.later',
  canceled: 'done.canceled',
  resumed: 'done.resumed',
}

/** Anything may be in an address. */
function doneNotices(done: string | null, { plan }: Shown, { say }: Printing): NoticeModel[] {
  if (done === 'bought') return plan ? [{ severity: 'info', text: say('done.bought', { plan: plan.name }) }] : []
  const key = Object.hasOwn(dones, done ?? '') ? dones[done ?? ''] : undefined
  return key ? [{ severity: 'info', text: say(key) }] : []
}

function isSold({ plans }: Shown, interval: Interval): boolean {
  return plans.some(({ prices }) => prices[interval] !== null)
}

/** The billing period that is asked for, else the one that was bought, else the shorter one that is sold. */
function intervalOf(shown: Shown, search: URLSearchParams): Interval {
  const asked = search.get('interval') ?? shown.subscription?.interval
  if (asked === 'month' || asked === 'year') return asked
  return isSold(shown, 'month') ? 'month' : 'year'
}

interface Previewed {
  readonly model?: PreviewModel
  /** Why there is nothing to show. */
  readonly refusal?: string
}

/** What the change would mean that the address asks for. */
async function loadPreview(
  run: Run,
  shown: Shown,
  printing: Printing & { readonly search: URLSearchParams },
): Promise<Previewed | null> {
  const id = printing.search.get('plan')
  const plan = shown.plans.find((one) => one.id === id)
  if (!plan || !shown.mayChange || !shown.can.change) return null
  const interval = intervalOf(shown, printing.search)
  try {
    const preview = await run('billing.preview_change', { plan: plan.id, interval })
    return {
      model: {
        plan: plan.id,
        interval,
        at: preview.when === 'now' ? (preview.at ?? '') : '',
        title: printing.say('preview.title', { plan: plan.name }),
        sentences: [printPreview(preview, printing), ...printAfter(plan, interval, printing)],
      },
    }
  } catch (failure) {
    if (!isAppError(failure) || failure.code === 'internal') throw failure
    return { refusal: translateSentence(failure.message, printing.language) ?? printing.say('refused.change') }
  }
}

type Preview = VerbOutput<OrganisationVerbs['billing.preview_change']>

function printPreview({ when, at, due }: Preview, printing: Printing): string {
  const { say } = printing
  if (when === 'period_end') return say('preview.later', { day: printDay(at, printing) })
  const amount = Number(due?.amount ?? 0)
  if (due === null || amount === 0) return say('preview.free')
  const positive = { ...due, amount: due.amount.replace('-', '') }
  return say(amount < 0 ? 'preview.credited' : 'preview.charged', { amount: printAmount(positive, printing) })
}

function printAfter(plan: Shown['plans'][number], interval: Interval, printing: Printing): string[] {
  const price = printPrice(plan, interval, printing)
  return price === null ? [] : [printing.say('preview.then', { price })]
}

function printInvoices(
  invoices: VerbOutput<OrganisationVerbs['billing.invoices']> | undefined,
  printing: Printing & { readonly page: string },
): BillingModel['invoices'] {
  if (!invoices) return null
  const { items, next } = invoices
  return {
    items: items.map((invoice) => printInvoice(invoice, printing)),
    older: next === null ? null : billingPage(printing.page, { cursor: next }),
  }
}
