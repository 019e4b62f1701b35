import { AppError } from '@tillsight/core'
import type { OrganisationVerbs, RunVerb } from '@tillsight/domain'
import type { Language } from '../../language/index.ts'
import { formText } from '../../request.server.ts'
import { wordRefusal } from '../fields/word-refusal.server.ts'
import type { BillingOutcome } from './model.ts'
import { billingWords } from './words.server.ts'

/** What a form led to: the page again with a message in its address, or with an outcome. */
export type BillingChange = { readonly done: string } | { readonly outcome: BillingOutcome; readonly status: number }

interface Changing {
  readonly language: Language
  /** The shop whose pages the browser returns to from the payment service; undefined: those of the account. */
  readonly shop: string | undefined
}

type Run = RunVerb<OrganisationVerbs>

/** Runs a form of the page. What the person can fix, or has to ask for, is an outcome; the rest is rethrown. */
export async function changeBilling(run: Run, form: FormData, { language, shop }: Changing): Promise<BillingChange> {
  const intent = formText(form, 'intent')
  try {
    return await carryOut(run, form, shop)
  } catch (refusal) {
    const general = isIntent(intent) ? billingWords.say(language)(`refused.${intent}`) : undefined
    const { body, status } = wordRefusal(refusal, { language, general })
    return { outcome: { failure: { message: body.message, fields: {} } }, status }
  }
}

const intents = ['checkout', 'portal', 'change', 'cancel', 'resume'] as const

function isIntent(text: string): text is (typeof intents)[number] {
  return intents.some((intent) => intent === text)
}

async function carryOut(run: Run, form: FormData, shop: string | undefined): Promise<BillingChange> {
  const place = shop === undefined ? {} : { shop }
  switch (formText(form, 'intent')) {
    case 'checkout':
      return goOn(await run('billing.checkout', { ...choiceOf(form), ...place }))
    case 'portal':
      return goOn(await run('billing.portal', place))
    case 'change': {
      const at = formText(form, 'at')
      await run('billing.change', { ...choiceOf(form), at: at === '' ? null : at })
      return { done: at === '' ? 'later' : 'changed' }
    }
    case 'cancel':
      await run('billing.cancel', { reason: formText(form, 'reason') })
      return { done: 'canceled' }
    case 'resume':
      await run('billing.resume')
      return { done: 'resumed' }
    default:
      throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
  }
}

function goOn({ url }: { readonly url: string }): BillingChange {
  return { outcome: { onward: url }, status: 200 }
}

/** Throws `invalid_input` for a billing period that there is not. */
function choiceOf(form: FormData): { readonly plan: string; readonly interval: 'month' | 'year' } {
  const interval = formText(form, 'interval')
  if (interval !== 'month' && interval !== 'year') {
    throw new AppError('invalid_input', 'Choose a plan by the month or by the year.', {
      details: { field: 'interval' },
    })
  }
  return { plan: formText(form, 'plan'), interval }
}
