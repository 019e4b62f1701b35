import { Form, href, useNavigation } from 'react-router'
import { Button } from '../../ui/index.ts'
import { AuthCard } from './auth-card.tsx'
import { TextLink } from './text-link.tsx'

/** Kinds of links in mails. */
export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change' | 'email'

const words = {
  signup: { title: 'Confirm your address', submit: 'Confirm and continue' },
  invite: { title: 'Accept the invitation', submit: 'Accept and continue' },
  magiclink: { title: 'Sign in', submit: 'Sign in on this device' },
  recovery: { title: 'Choose a new password', submit: 'Continue' },
  email_change: { title: 'Confirm your new address', submit: 'Confirm the change' },
  email: { title: 'Sign in', submit: 'Sign in on this device' },
} as const satisfies Record<LinkType, unknown>

/** A link from a mail asks for one press: programs that look through mail open links, but press nothing. */
export function ConfirmPage({ type, tokenHash }: { readonly type: LinkType; readonly tokenHash: string }) {
  const isBusy = useNavigation().state !== 'idle'
  const { title, submit } = words[type]
  return (
    <AuthCard
      foot={<TextLink to={href('/auth/login')}>Not you? Go to sign-in</TextLink>}
      intro="One press, so that only you can use the link from your mail."
      title={title}
    >
      <Form className="grid" method="post">
        <input name="type" type="hidden" value={type} />
        <input name="token_hash" type="hidden" value={tokenHash} />
        <Button className="h-10 w-full" isBusy={isBusy} kind="primary">
          {submit}
        </Button>
      </Form>
    </AuthCard>
  )
}
