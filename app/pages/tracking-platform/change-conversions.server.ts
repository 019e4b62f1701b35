import { AppError } from '@tillsight/core'
import type { ShopVerbs, VerbInput } from '@tillsight/domain'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { formText } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { ConversionsOutcome, TypedConversionSetup } from './model.ts'

/** Result of a form: a redirect, or the same page with an outcome. */
export type ConversionsChange =
  | { readonly told: string }
  | { readonly outcome: ConversionsOutcome; readonly status: number }

const forms = { save: 'setup', on: 'switch', off: 'switch', try: 'trial', resend: 'log' } as const
type Intent = keyof typeof forms

/** Runs a form of the section about sent orders. What the person can fix is an outcome; everything else is rethrown. */
export async function changeConversions(
  services: ShopServices,
  platform: string,
  request: Request,
): Promise<ConversionsChange> {
  const form = await request.formData()
  const intent = intentOf(form)
  try {
    return await carryOut(services, { platform, form, intent })
  } catch (refusal) {
    const { body, status } = wordRefusal(refusal, { language: services.shop.display.language })
    const typed = intent === 'save' ? readTyped(form) : null
    return {
      outcome: { kind: 'refused', form: forms[intent], message: body.message, fields: body.fields, typed },
      status,
    }
  }
}

function intentOf(form: FormData): Intent {
  const intent = formText(form, 'intent')
  if (Object.hasOwn(forms, intent)) {
    // Holds because it was just found among the names.
    return intent as Intent
  }
  throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
}

interface Options {
  readonly platform: string
  readonly form: FormData
  readonly intent: Intent
}

async function carryOut(services: ShopServices, { platform, form, intent }: Options): Promise<ConversionsChange> {
  switch (intent) {
    case 'save':
      await services.run('conversions.save', { platform, ...readSetup(form) })
      return { told: 'saved' }
    case 'on':
    case 'off':
      await services.run('conversions.switch', { platform, enabled: intent === 'on' })
      return { told: intent }
    case 'try': {
      const { accepted, message } = await services.run('conversions.try', { platform, code: formText(form, 'code') })
      return { outcome: { kind: 'tried', accepted, message }, status: 200 }
    }
    case 'resend': {
      const order = formText(form, 'order')
      await services.run('conversions.resend', { platform, ...(order === '' ? {} : { order }) })
      return { told: 'resent' }
    }
  }
}

/** Parses the settings form; an empty token keeps the stored one. */
function readSetup(form: FormData): Omit<VerbInput<ShopVerbs['conversions.save']>, 'platform'> {
  return {
    destination: formText(form, 'destination'),
    eventName: formText(form, 'eventName'),
    accessToken: formText(form, 'token'),
    forgetToken: formText(form, 'forgetToken') === '1',
    consent: formText(form, 'consent'),
    value: formText(form, 'value'),
    itemId: formText(form, 'itemId'),
  }
}

/** The form values to show again. The token is never sent back. */
function readTyped(form: FormData): TypedConversionSetup {
  const { accessToken: _token, eventName = '', forgetToken = false, ...typed } = readSetup(form)
  return { ...typed, eventName, forgetToken, token: '' }
}
