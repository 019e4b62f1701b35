import { Form, href, useNavigation } from 'react-router'
import { Button } from '../../ui/index.ts'
import { AddressField } from './address-field.tsx'
import { AuthCard } from './auth-card.tsx'
import type { AuthFailure } from './auth-failure.ts'
import { FormAlert } from './form-alert.tsx'
import { TextLink } from './text-link.tsx'
import { useFocusOnFailure } from './use-focus-on-failure.ts'

interface ForgotPageProps {
  readonly address: string
  readonly failure: AuthFailure | undefined
}

/** Asks for the address that a link for a new password goes to. */
export function ForgotPage({ address, failure }: ForgotPageProps) {
  const form = useFocusOnFailure(failure)
  const isBusy = useNavigation().formData?.get('intent') === 'send'
  return (
    <AuthCard
      foot={<TextLink to={href('/auth/login')}>Back to sign-in</TextLink>}
      intro="We send you a link and a code to choose a new one."
      title="Forgot your password?"
    >
      <FormAlert failure={failure} />
      <Form className="grid gap-5" method="post" noValidate ref={form}>
        <input name="intent" type="hidden" value="send" />
        <AddressField allowsPhone={false} error={failure?.fields.address} value={address} />
        <Button className="h-10 w-full" isBusy={isBusy} kind="primary">
          Send the mail
        </Button>
      </Form>
    </AuthCard>
  )
}
