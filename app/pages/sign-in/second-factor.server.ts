import type { Factor } from '@supabase/supabase-js'
import { redirect } from 'react-router'
import { typedCode } from '../../blocks/credentials/credentials.server.ts'
import { type Asking, takeRememberedPath } from '../../guards/leave.server.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import type { Say } from '../../language/index.ts'
import { formText, identityContext, servicesContext, toFormFailure } from '../../request.server.ts'
import { type AuthRefusal, refusal, refuse } from './sign-in.server.ts'
import { signInWords } from './words.server.ts'
import type { SignInKey } from './words.ts'

/** A second factor, labelled so that the person recognises it. */
export interface FactorChoice {
  readonly id: string
  readonly kind: 'totp' | 'phone'
  readonly label: string
}

/** The person's verified factors; authenticator apps first. */
export async function listFactors({ context }: Asking): Promise<FactorChoice[]> {
  const { data } = await context.get(identityContext).auth.mfa.listFactors()
  if (!data) return []
  const say = signInWords.say(await pageLanguage(context))
  return [
    ...data.totp.map((factor) => describe(factor, 'totp', say)),
    ...data.phone.map((factor) => describe(factor, 'phone', say)),
  ]
}

function describe(factor: Factor, kind: FactorChoice['kind'], say: Say<SignInKey>): FactorChoice {
  const phone: unknown = 'phone' in factor ? factor.phone : undefined
  const ending =
    typeof phone === 'string' && phone !== '' ? say('factor.ending', { end: phone.slice(-3) }) : say('factor.phone')
  return { id: factor.id, kind, label: factor.friendly_name || (kind === 'totp' ? say('factor.app') : ending) }
}

/** Result of a form on the challenge page. */
export type ChallengeOutcome =
  | { readonly kind: 'passed'; readonly response: Response }
  | { readonly kind: 'sent'; readonly challenge: string }
  | { readonly kind: 'refused'; readonly refusal: AuthRefusal; readonly challenge: string }

/** Runs a form of the challenge: send a message, verify a code, or redeem a recovery code. */
export async function passSecondFactor(asking: Asking, form: FormData): Promise<ChallengeOutcome> {
  switch (formText(form, 'intent')) {
    case 'send':
    case 'again':
      return await send(asking, form)
    case 'recovery':
      return await spendRecoveryCode(asking, form)
    default:
      return await check(asking, form)
  }
}

async function send(asking: Asking, form: FormData): Promise<ChallengeOutcome> {
  const { mfa } = asking.context.get(identityContext).auth
  const { data, error } = await mfa.challenge({ factorId: formText(form, 'factor'), channel: 'sms' })
  if (error) return { kind: 'refused', refusal: refuse(asking, error), challenge: formText(form, 'challenge') }
  return { kind: 'sent', challenge: data.id }
}

/** An app needs no challenge beforehand: it always shows a code. */
async function check(asking: Asking, form: FormData): Promise<ChallengeOutcome> {
  const { mfa } = asking.context.get(identityContext).auth
  const factorId = formText(form, 'factor')
  const challenge = formText(form, 'challenge')
  const code = typedCode(form)
  if (code === '') return { kind: 'refused', refusal: refusal('codeMissing', 'code'), challenge }
  const { error } =
    challenge === ''
      ? await mfa.challengeAndVerify({ factorId, code })
      : await mfa.verify({ factorId, challengeId: challenge, code })
  if (error) return { kind: 'refused', refusal: refuse(asking, error), challenge }
  return { kind: 'passed', response: goOn(asking.request) }
}

async function spendRecoveryCode(asking: Asking, form: FormData): Promise<ChallengeOutcome> {
  const code = formText(form, 'recovery')
  if (code === '') return { kind: 'refused', refusal: refusal('recoveryMissing', 'recovery'), challenge: '' }
  try {
    await asking.context.get(servicesContext).run('recovery_code.spend', { code })
  } catch (failure) {
    const { status } = toFormFailure(failure)
    const text = status >= 500 ? 'down' : status === 429 ? 'tooMany' : 'recoveryWrong'
    return { kind: 'refused', refusal: { ...refusal(text, 'recovery'), status }, challenge: '' }
  }
  return { kind: 'passed', response: goOn(asking.request) }
}

function goOn(request: Request): Response {
  const { path, cookie } = takeRememberedPath(request)
  return redirect(path, { headers: { 'Set-Cookie': cookie } })
}
