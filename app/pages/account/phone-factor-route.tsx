import { data, href, redirect } from 'react-router'
import { typedCode } from '../../blocks/credentials/credentials.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { formText, guarded, identityContext, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/phone-factor-route.ts'
import { failureOf, type Refusal, refusalOf, refuseForm } from './auth-refusal.server.ts'
import { malformedPhone, readPhone } from './change-account.server.ts'
import { PhoneFactorPage } from './second-factor-pages.tsx'
import { type AuthClient, afterFactor, freeFactorName, readUser } from './user.server.ts'
import { useWords } from './words.ts'

const wrongCode = { text: 'latestCode', field: 'code' } as const

/** The sent code's ids are in the address, so that the page survives a reload. */
export const loader = guarded(async ({ context, request }: Route.LoaderArgs) => {
  const search = new URL(request.url).searchParams
  const [factor, challenge] = [search.get('factor'), search.get('challenge')]
  const { codeLength } = await context.get(identityContext).offers()
  return { sent: factor && challenge ? { factor, challenge } : undefined, codeLength: codeLength.phoneFactor }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const form = await request.formData()
  const outcome = await changePhoneFactor(context.get(identityContext).auth, form)
  switch (outcome.kind) {
    case 'added':
      return redirect(await afterFactor(context.get(servicesContext)))
    case 'sent': {
      const search = new URLSearchParams({ ...outcome.sent, done: 'text-sent' })
      return redirect(`${href('/account/security/phone-factor')}?${search}`)
    }
    case 'refused':
      return data(
        { failure: await failureOf(outcome.refusal, context), typed: formText(form, 'phone') },
        { status: outcome.refusal.status },
      )
  }
})

export default function PhoneFactorRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{useWords()('factor.phoneTitle')}</PageTitle>
      <PhoneFactorPage {...loaderData} failure={actionData?.failure} typed={actionData?.typed ?? ''} />
    </>
  )
}

/** A text message sent to a phone that is to become a factor. */
interface SentCode {
  readonly factor: string
  readonly challenge: string
}

/** Result of a form on the phone factor page. */
type PhoneFactorOutcome =
  | { readonly kind: 'added' }
  | { readonly kind: 'sent'; readonly sent: SentCode }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** Sends a code to a new number, sends another one, or verifies the code. */
async function changePhoneFactor(auth: AuthClient, form: FormData): Promise<PhoneFactorOutcome> {
  const intent = formText(form, 'intent')
  const factorId = formText(form, 'factor')
  if (intent === 'verify') {
    const code = typedCode(form)
    const { error } = await auth.mfa.verify({ factorId, challengeId: formText(form, 'challenge'), code })
    if (!error) return { kind: 'added' }
    if (error.code === 'mfa_verification_failed') return refused(refuseForm(wrongCode))
    return refused(refusalOf(error, { text: 'textCode', field: 'code' }))
  }
  if (intent === 'resend') return sendCode(auth, factorId)
  const phone = readPhone(form)
  if (phone === undefined) return refused(refuseForm(malformedPhone))
  const friendlyName = freeFactorName(await readUser(auth), 'Phone')
  const { data, error } = await auth.mfa.enroll({ factorType: 'phone', phone, friendlyName })
  return error ? refused(refusalOf(error, malformedPhone)) : sendCode(auth, data.id)
}

async function sendCode(auth: AuthClient, factorId: string): Promise<PhoneFactorOutcome> {
  const { data, error } = await auth.mfa.challenge({ factorId })
  if (error) return refused(refusalOf(error, malformedPhone))
  return { kind: 'sent', sent: { factor: factorId, challenge: data.id } }
}

function refused(refusal: Refusal): PhoneFactorOutcome {
  return { kind: 'refused', refusal }
}
