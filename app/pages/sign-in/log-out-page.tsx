import { Form, useNavigation } from 'react-router'
import { Button } from '../../ui/index.ts'
import { AuthCard } from './auth-card.tsx'
import { TextLink } from './text-link.tsx'

/** Asks before signing out: links are followed by themselves, buttons are not. */
export function LogOutPage({ email }: { readonly email: string }) {
  const isBusy = useNavigation().state !== 'idle'
  return (
    <AuthCard
      foot={<TextLink to="/">Stay signed in</TextLink>}
      intro={`You are signed in as ${email}.`}
      title="Sign out?"
    >
      <Form className="grid" method="post">
        <Button className="h-10 w-full" isBusy={isBusy} kind="primary">
          Sign out on this device
        </Button>
      </Form>
    </AuthCard>
  )
}
