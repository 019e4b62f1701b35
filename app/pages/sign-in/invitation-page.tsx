import type { InvitationOffer, InvitationState, InvitationView, Role } from '@tillsight/domain'
import type { ReactNode } from 'react'
import { Form, href, Link, useNavigation } from 'react-router'
import { Button, buttonClass, Notice } from '../../ui/index.ts'
import { AuthCard, TextLink } from './auth-form.tsx'

interface InvitationPageProps {
  /** Undefined for a link that was never given out. */
  readonly invitation: InvitationView | undefined
  /** Address of the signed-in person; undefined for a visitor. */
  readonly signedInAs: string | undefined
  readonly canSignUp: boolean
  readonly message: string | undefined
}

const roles = {
  owner: 'an owner: you may do everything, and decide who belongs to it',
  admin: 'an admin: you may change shops, connections, imports and settings',
  analyst: 'an analyst: you see figures and orders, and change nothing',
  viewer: 'a viewer: you see figures, not single orders',
} as const satisfies Record<Role, string>

/** An invitation to an organisation: who invites, with which role, and what to do next. */
export function InvitationPage({ invitation, signedInAs, canSignUp, message }: InvitationPageProps) {
  if (!invitation) {
    return (
      <Closed title="This invitation is unknown">
        The link is not complete, or it was never given out. Open it once more from the mail.
      </Closed>
    )
  }
  const { organisation, state, offer } = invitation
  if (state !== 'open') return <Ended organisation={organisation} state={state} />
  const isMine = offer !== null && signedInAs !== undefined && isSame(signedInAs, offer.email)
  return (
    <AuthCard intro={<Introduction offer={offer} organisation={organisation} />} title={`Join ${organisation}`}>
      {message && (
        <div role="alert">
          <Notice severity="serious">{message}</Notice>
        </div>
      )}
      {offer === null && <SignInFirst canSignUp={canSignUp} />}
      {isMine && <Accept organisation={organisation} />}
      {offer !== null && !isMine && <Switch email={offer.email} signedInAs={signedInAs ?? ''} />}
    </AuthCard>
  )
}

/** As the server compares addresses, which decides. */
function isSame(one: string, other: string): boolean {
  return one.normalize('NFKC').toLowerCase() === other
}

interface IntroductionProps {
  readonly organisation: string
  /** Null for a visitor: links are passed on. */
  readonly offer: InvitationOffer | null
}

function Introduction({ organisation, offer }: IntroductionProps) {
  if (offer === null) {
    return `You were invited to ${organisation}. Sign in with the address that the mail was sent to, and see what is offered.`
  }
  const { invitedBy, role, email } = offer
  return (
    <>
      {invitedBy === '' ? 'You were invited' : `${invitedBy} invites you`} to {organisation} as {roles[role]}. The
      invitation is for <strong className="font-medium text-ink">{email}</strong>.
    </>
  )
}

function SignInFirst({ canSignUp }: { readonly canSignUp: boolean }) {
  return (
    <div className="grid gap-2.5">
      {canSignUp && (
        <Link className={`${buttonClass('primary')} h-10 w-full`} to={`${href('/auth/register')}?invited`}>
          Create an account
        </Link>
      )}
      <Link className={`${buttonClass(canSignUp ? 'secondary' : 'primary')} h-10 w-full`} to={href('/auth/login')}>
        I have an account
      </Link>
    </div>
  )
}

function Accept({ organisation }: { readonly organisation: string }) {
  const isBusy = useNavigation().formData?.get('intent') === 'accept'
  return (
    <Form className="grid" method="post">
      <input name="intent" type="hidden" value="accept" />
      <Button className="h-10 w-full" isBusy={isBusy} kind="primary">
        Join {organisation}
      </Button>
    </Form>
  )
}

function Switch({ email, signedInAs }: { readonly email: string; readonly signedInAs: string }) {
  const isBusy = useNavigation().formData?.get('intent') === 'switch'
  return (
    <>
      <Notice severity="warning">
        {signedInAs === '' ? 'Your account has no address.' : `You are signed in as ${signedInAs}.`} The invitation is
        for {email}: sign out, then sign in with that address to accept it.
      </Notice>
      <Form className="grid" method="post">
        <input name="intent" type="hidden" value="switch" />
        <Button className="h-10 w-full" isBusy={isBusy} kind="primary">
          Sign out
        </Button>
      </Form>
    </>
  )
}

function Ended({
  organisation,
  state,
}: Pick<InvitationView, 'organisation'> & { readonly state: Exclude<InvitationState, 'open'> }) {
  switch (state) {
    case 'accepted':
      return <Closed title="Already accepted">This invitation to {organisation} was accepted before.</Closed>
    case 'withdrawn':
      return (
        <Closed title="Invitation withdrawn">
          The invitation to {organisation} was withdrawn. Ask whoever invited you.
        </Closed>
      )
    case 'replaced':
      return (
        <Closed title="There is a newer invitation">
          This invitation to {organisation} was replaced by another one to the same address. Open the link of the latest
          mail.
        </Closed>
      )
    case 'expired':
      return (
        <Closed title="Invitation expired">
          The invitation to {organisation} was good for seven days. Ask whoever invited you to send a new one.
        </Closed>
      )
  }
}

function Closed({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return <AuthCard foot={<TextLink to="/">Go to your shops</TextLink>} intro={children} title={title} />
}
