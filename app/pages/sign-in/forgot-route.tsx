import { data, Form, href, useNavigation } from 'react-router'
import { formText, guarded, identityContext } from '../../request.server.ts'
import { Button } from '../../ui/index.ts'
import type { Route } from './+types/forgot-route.ts'
import type { AuthFailure } from './auth-failure.ts'
import { AddressField, AuthCard, FormAlert, Sentence, TextLink, useFocusOnFailure } from './auth-form.tsx'
import { recover } from './mail-links.server.ts'
import { CodeStep } from './second-step.tsx'
import { failureIn } from './sign-in.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async ({ context, url: { searchParams: search } }: Route.LoaderArgs) => {
  const { mailbox, codeLength } = await context.get(identityContext).offers()
  return {
    mailbox,
    codeLength,
    address: search.get('email') ?? '',
    sent: search.get('sent'),
    again: Number(search.get('again')) || 0,
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const form = await args.request.formData()
  const outcome = await recover(args, form)
  if (outcome instanceof Response) return outcome
  return data(
    { failure: await failureIn(args, outcome), address: formText(form, 'address') },
    { status: outcome.status },
  )
})

export default function ForgotRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { mailbox, codeLength, sent, again, address } = loaderData
  const failure = actionData?.failure
  const t = useWords()
  if (sent === null) return <ForgotPage address={actionData?.address ?? address} failure={failure} />
  return (
    <CodeStep
      again={again}
      changeTo={`${href('/auth/password/forgot')}?${new URLSearchParams({ email: sent })}`}
      codeLength={codeLength}
      failure={failure}
      intro={<Sentence text={t('sent.recovery', { address: sent })} />}
      mailbox={mailbox}
      sent={sent}
      submit={t('continue')}
    />
  )
}

interface ForgotPageProps {
  readonly address: string
  readonly failure: AuthFailure | undefined
}

/** Requests a link for a new password. */
function ForgotPage({ address, failure }: ForgotPageProps) {
  const t = useWords()
  const form = useFocusOnFailure(failure)
  const isBusy = useNavigation().formData?.get('intent') === 'send'
  return (
    <AuthCard
      foot={<TextLink to={href('/auth/login')}>{t('backToSignIn')}</TextLink>}
      intro={t('forgot.intro')}
      title={t('forgot.title')}
    >
      <FormAlert failure={failure} />
      <Form className="grid gap-5" method="post" noValidate ref={form}>
        <input name="intent" type="hidden" value="send" />
        <AddressField allowsPhone={false} error={failure?.fields.address} value={address} />
        <Button className="h-10 w-full" isBusy={isBusy} kind="primary">
          {t('forgot.send')}
        </Button>
      </Form>
    </AuthCard>
  )
}
