import { data, Form, href, redirect } from 'react-router'
import { CodeForm } from '../../blocks/credentials/fields.tsx'
import { PageTitle } from '../../frame/basic/index.ts'
import { formText, guarded, identityContext } from '../../request.server.ts'
import { Button, Card, CardHeader } from '../../ui/index.ts'
import type { Route } from './+types/phone-route.ts'
import { failureOf } from './auth-refusal.server.ts'
import { changePhone, readPhoneNumber } from './change-account.server.ts'
import type { AccountFailure, Contact } from './model.ts'
import { FailureNotice, PageHead, PhoneField, useBusy } from './parts.tsx'
import { useWords } from './words.ts'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const identity = context.get(identityContext)
  const [phone, { codeLength }] = await Promise.all([readPhoneNumber(identity.auth), identity.offers()])
  return { phone, codeLength: codeLength.sms }
})

export const action = guarded(async ({ context, request }: Route.ActionArgs) => {
  const form = await request.formData()
  const outcome = await changePhone(context.get(identityContext).auth, form)
  if ('done' in outcome) {
    const page = outcome.done === 'phone-changed' ? href('/account/security') : href('/account/security/phone')
    return redirect(`${page}?done=${outcome.done}`)
  }
  return data(
    { failure: await failureOf(outcome, context), typed: formText(form, 'phone') },
    { status: outcome.status },
  )
})

export default function PhoneRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{useWords()('security.phoneNumber')}</PageTitle>
      <PhonePage {...loaderData} failure={actionData?.failure} typed={actionData?.typed ?? ''} />
    </>
  )
}

interface PhonePageProps {
  readonly phone: Contact
  /** Digits of the code; null where unknown. */
  readonly codeLength: number | null
  readonly failure: AccountFailure | undefined
  readonly typed: string
}

/** The phone number, or its pending change. */
function PhonePage({ phone, codeLength, failure, typed }: PhonePageProps) {
  const t = useWords()
  return (
    <>
      <PageHead back={{ to: href('/account/security'), label: t('frame.security') }} title={t('security.phoneNumber')}>
        {phone.value ? t('contact.phoneUse', { phone: phone.value }) : t('contact.noPhone')}
      </PageHead>
      <FailureNotice failure={failure} />
      {phone.pending && (
        <Card aria-labelledby="pending-heading" className="mb-6 pb-5 sm:pb-6">
          <CardHeader id="pending-heading" title={t('contact.confirmPhone', { phone: phone.pending })} />
          <div className="mt-3 grid gap-4 px-4 sm:px-5">
            <CodeForm
              error={failure?.fields.code}
              help={t('contact.minute')}
              intent="confirm"
              label={t('factor.textCode')}
              length={codeLength}
              submit={t('security.confirm')}
              values={{}}
            />
            <Form method="post">
              <Button kind="quiet" name="intent" size="small" value="resend">
                {t('factor.sendAgain')}
              </Button>
            </Form>
          </div>
        </Card>
      )}
      <Card className="p-5 sm:p-6">
        <Form className="grid max-w-sm gap-4" method="post">
          <input name="intent" type="hidden" value="number" />
          <PhoneField
            error={failure?.fields.phone}
            label={t(phone.value ? 'contact.newNumber' : 'factor.number')}
            typed={typed}
          />
          <Button className="w-fit" isBusy={useBusy('number')} kind={phone.pending ? 'secondary' : 'primary'}>
            {t('factor.send')}
          </Button>
        </Form>
      </Card>
    </>
  )
}
