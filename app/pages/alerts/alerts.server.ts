import { AppError } from '@tillsight/core'
import type { PersonVerbs, RunVerb, ShopVerbs, VerbInput } from '@tillsight/domain'
import type { Language } from '../../language/languages.ts'
import { formText } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import { readTyped, wordAlertRefusal } from './alert-form.server.ts'
import type { AlertFailure, AlertsModel, Proposal, QuietModel } from './model.ts'
import { type AlertPlace, printAlert, printSlack } from './print-alert.server.ts'
import { pageWords } from './words.server.ts'

type Run = RunVerb<ShopVerbs>

/** How a page of the shop prints alerts. */
export function placeOf({ shop, catalogue }: Pick<ShopServices, 'shop' | 'catalogue'>): AlertPlace {
  const { zone, display, currency } = shop
  // Alerts are judged in the currency of the shop, whatever the person looks at figures in.
  return { zone, language: display.language, format: { ...display, currency }, catalogue: catalogue() }
}

/** The person's alerts, with the places in Slack that they can go to. */
export async function loadAlerts(
  run: Run,
  { place, quiet }: { readonly place: AlertPlace; readonly quiet: QuietModel },
): Promise<AlertsModel> {
  const { items, slack } = await run('alert.list')
  return {
    alerts: items.map((alert) => printAlert(alert, slack, place)),
    slack: slack.map((one) => printSlack(one, place)),
    quiet,
  }
}

/** The person's quiet hours. */
export async function loadQuiet(run: RunVerb<PersonVerbs>): Promise<QuietModel> {
  return (await run('notifications.get')).quiet
}

/** What each proposal sets up. */
const proposed = {
  drop: {
    metric: 'sales',
    op: 'below',
    bound: { changeAgainst: 'same_weekday', percent: '-30' },
    minOrders: 20,
  },
  unusual: { metric: 'orders', op: 'unusual' },
  returns: {
    metric: 'returns',
    op: 'above',
    window: '7d',
    bound: { changeAgainst: 'same_weekday', percent: '50' },
    minOrders: 20,
  },
  data: { op: 'finding', severity: 'error' },
} as const satisfies Readonly<Record<Proposal, Omit<VerbInput<ShopVerbs['alert.add']>, 'name'>>>

/** Carries out a form of the list. Throws what the verbs throw. */
export async function changeAlerts(run: Run, form: FormData, language: Language): Promise<void> {
  const alert = formText(form, 'alert')
  const slack = formText(form, 'slack')
  switch (formText(form, 'intent')) {
    case 'propose': {
      const proposal = formText(form, 'proposal')
      if (!isProposal(proposal)) break
      const name = pageWords.say(language)(`propose_${proposal}`)
      await run('alert.add', { ...proposed[proposal], name, to: [{ channel: 'mail' }] })
      return
    }
    case 'on':
    case 'paused':
      await run('alert.change', { alert, state: formText<'on' | 'paused'>(form, 'intent') })
      return
    case 'remove':
      await run('alert.remove', { alert })
      return
    case 'slack-add':
      await run('slack.add', { name: formText(form, 'name'), url: formText(form, 'url') })
      return
    case 'slack-on':
      await run('slack.change', { slack, state: 'on' })
      return
    case 'slack-remove':
      await run('slack.remove', { slack })
      return
  }
  throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
}

function isProposal(text: string): text is Proposal {
  return Object.hasOwn(proposed, text)
}

/** Why a form was rejected, in the language of the page, and what was typed. */
export function toAlertFailure(
  refusal: unknown,
  form: FormData,
  language: Language,
): { failure: AlertFailure; status: number } {
  const { body, status } = wordAlertRefusal(refusal, language)
  return { failure: { ...body, typed: form.has('op') ? readTyped(form) : null }, status }
}
