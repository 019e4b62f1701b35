import type { SupabaseClient } from '@supabase/supabase-js'
import { AppError } from '@tillsight/core'
import { typedCode } from '../../blocks/credentials/credentials.server.ts'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import type { Language, Text } from '../../language/index.ts'
import { formText } from '../../request.server.ts'
import type { AppServices } from '../../services.ts'
import type { ConsentModel, ConsentOutcome } from './model.ts'

type Auth = SupabaseClient['auth']
type Services = Pick<AppServices, 'assistants' | 'listShops' | 'run'>

/** A request of an assistant as the page shows it. Throws `not_found` once it is over. */
export async function loadConsent(services: Services, auth: Auth, search: URLSearchParams): Promise<ConsentModel> {
  const [asked, shops, memberships] = await Promise.all([
    services.assistants.asked(search.get('authorization_id') ?? ''),
    services.listShops(),
    services.run('organisation.list'),
  ])
  const organisations = memberships
    .map(({ organisation: id, name }) => ({ id: String(id), name }))
    .filter(({ id }) => shops.some(({ organisation }) => organisation === id))
  const wanted = search.get('organisation')
  const organisation = organisations.find(({ id }) => id === wanted) ?? organisations[0]
  return {
    asked,
    organisations,
    organisation,
    shops: shops
      .filter((shop) => shop.organisation === organisation?.id)
      .map(({ id, name, domain }) => ({ id, name, domain })),
    factor: asked.needsFactor ? await findFactor(auth) : undefined,
  }
}

/** An authenticator app rather than a phone: it needs no message. */
async function findFactor(auth: Auth): Promise<ConsentModel['factor']> {
  const { data } = await auth.mfa.listFactors()
  const [app] = data?.totp ?? []
  if (app) return { id: app.id, kind: 'totp', label: app.friendly_name ?? '' }
  const [phone] = data?.phone ?? []
  return phone && { id: phone.id, kind: 'phone', label: phone.friendly_name ?? '' }
}

interface Decided {
  readonly form: FormData
  /** Its id. */
  readonly authorization: string
  readonly language: Language
  /** The words of the page's language. */
  readonly text: Text
}

/** Carries out the form: sends a code, says no, or says yes with the code where one is needed. */
export async function decideConsent(
  services: Services,
  auth: Auth,
  { form, authorization, language, text }: Decided,
): Promise<{ readonly outcome: ConsentOutcome; readonly status: number }> {
  const challenge = formText(form, 'challenge')
  try {
    switch (formText(form, 'intent')) {
      case 'deny':
        return { outcome: { to: await services.assistants.decide(authorization, { allow: false }) }, status: 200 }
      case 'send':
        return { outcome: { challenge: await sendCode(auth, formText(form, 'factor'), text) }, status: 200 }
      case 'allow':
        return {
          outcome: { to: await allow(services, auth, { form, authorization, language, text, challenge }) },
          status: 200,
        }
      default:
        throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
    }
  } catch (failure) {
    const { body, status } = wordRefusal(failure, { language })
    const fields = status === 403 ? { code: body.message } : body.fields
    return { outcome: { challenge, failure: { ...body, fields } }, status }
  }
}

interface Allowed extends Decided {
  readonly challenge: string
}

async function allow(
  services: Services,
  auth: Auth,
  { form, authorization, text, challenge }: Allowed,
): Promise<string> {
  const all = (name: string): string[] => form.getAll(name).filter((value) => typeof value === 'string')
  const { scopes: asked } = await services.assistants.asked(authorization)
  const scopes = asked.filter((scope) => all('scopes').includes(scope))
  const shops = formText(form, 'reach') === 'all' ? ('all' as const) : all('shops')
  if (scopes.length === 0) throw missing('scopes', text('assistants.needs_scope'))
  if (shops.length === 0) throw missing('shops', text('assistants.needs_shop'))
  if (form.has('factor'))
    await showFactor(auth, { factorId: formText(form, 'factor'), challenge, code: typedCode(form), text })
  const organisation = formText(form, 'organisation')
  return await services.assistants.decide(authorization, { allow: true, scopes, organisation, shops })
}

function missing(field: string, message: string): AppError {
  return new AppError('invalid_input', message, { details: { field } })
}

async function sendCode(auth: Auth, factorId: string, text: Text): Promise<string> {
  const { data, error } = await auth.mfa.challenge({ factorId, channel: 'sms' })
  if (error) throw missing('code', text('assistants.not_sent'))
  return data.id
}

interface Shown {
  readonly factorId: string
  readonly challenge: string
  readonly code: string
  readonly text: Text
}

async function showFactor(auth: Auth, { factorId, challenge, code, text }: Shown): Promise<void> {
  if (code === '') throw missing('code', text('assistants.needs_code'))
  const { error } =
    challenge === ''
      ? await auth.mfa.challengeAndVerify({ factorId, code })
      : await auth.mfa.verify({ factorId, challengeId: challenge, code })
  if (error) throw missing('code', text('assistants.wrong_code'))
}
