import type { InvitationOffer, InvitationState, InvitationView } from '@tillsight/domain'
import { Form, href, Link, useNavigation } from 'react-router'
import { EnglishText, fill } from '../../language/index.ts'
import { Button, buttonClass, Notice } from '../../ui/index.ts'
import { AuthCard, TextLink } from './auth-form.tsx'
import type en from './words/en.json'

/** The texts of the page in one language. */
export type InvitationWords = typeof en

interface InvitationPageProps {
  readonly words: InvitationWords
  /** Undefined for a link that was never given out. */
  readonly invitation: InvitationView | undefined
  /** Address of the signed-in person; undefined for a visitor. */
  readonly signedInAs: string | undefined
  readonly canSignUp: boolean
  readonly message: string | undefined
}

/** An invitation to an organisation: who invites, with which role, and what to do next. */
export function InvitationPage({ words, invitation, signedInAs, canSignUp, message }: InvitationPageProps) {
  const { labels } = words
  if (!invitation) return <Closed labels={labels} text={labels.unknownText} title={labels.unknown} />
  const { organisation, state, offer } = invitation
  if (state !== 'open') return <Ended labels={labels} organisation={organisation} state={state} />
  const isMine = offer !== null && signedInAs !== undefined && isSame(signedInAs, offer.email)
  return (
    <AuthCard
      intro={<Introduction offer={offer} organisation={organisation} words={words} />}
      title={fill(labels.title, { organisation })}
    >
      {message && (
        <div role="alert">
          <Notice severity="serious">
            <EnglishText>{message}</EnglishText>
          </Notice>
        </div>
      )}
      {offer === null && <SignInFirst canSignUp={canSignUp} labels={labels} />}
      {isMine && <Accept text={fill(labels.join, { organisation })} />}
      {offer !== null && !isMine && <Switch email={offer.email} labels={labels} signedInAs={signedInAs ?? ''} />}
    </AuthCard>
  )
}

type Labels = InvitationWords['labels']

/** As the server compares addresses, which decides. */
function isSame(one: string, other: string): boolean {
  return one.normalize('NFKC').toLowerCase() === other
}

interface IntroductionProps {
  readonly words: InvitationWords
  readonly organisation: string
  /** Null for a visitor: links are passed on. */
  readonly offer: InvitationOffer | null
}

function Introduction({ words: { labels, roles }, organisation, offer }: IntroductionProps) {
  if (offer === null) return fill(labels.visitor, { organisation })
  const { invitedBy: name, role, email } = offer
  const [before = '', after = ''] = labels.isFor.split('{email}')
  return (
    <>
      {fill(name === '' ? labels.invited : labels.invitedBy, { name, organisation, role: roles[role] })} {before}
      <strong className="font-medium text-ink">{email}</strong>
      {after}
    </>
  )
}

function SignInFirst({ canSignUp, labels }: { readonly canSignUp: boolean; readonly labels: Labels }) {
  return (
    <div className="grid gap-2.5">
      {canSignUp && (
        <Link className={`${buttonClass('primary')} h-10 w-full`} to={`${href('/auth/register')}?invited`}>
          {labels.create}
        </Link>
      )}
      <Link className={`${buttonClass(canSignUp ? 'secondary' : 'primary')} h-10 w-full`} to={href('/auth/login')}>
        {labels.have}
      </Link>
    </div>
  )
}

function Accept({ text }: { readonly text: string }) {
  const isBusy = useNavigation().formData?.get('intent') === 'accept'
  return (
    <Form className="grid" method="post">
      <input name="intent" type="hidden" value="accept" />
      <Button className="h-10 w-full" isBusy={isBusy} kind="primary">
        {text}
      </Button>
    </Form>
  )
}

interface SwitchProps {
  readonly email: string
  readonly signedInAs: string
  readonly labels: Labels
}

function Switch({ email, signedInAs, labels }: SwitchProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'switch'
  return (
    <>
      <Notice severity="warning">
        {signedInAs === '' ? labels.noAddress : fill(labels.signedInAs, { email: signedInAs })}{' '}
        {fill(labels.switch, { email })}
      </Notice>
      <Form className="grid" method="post">
        <input name="intent" type="hidden" value="switch" />
        <Button className="h-10 w-full" isBusy={isBusy} kind="primary">
          {labels.signOut}
        </Button>
      </Form>
    </>
  )
}

interface EndedProps {
  readonly organisation: string
  readonly state: Exclude<InvitationState, 'open'>
  readonly labels: Labels
}

function Ended({ organisation, state, labels }: EndedProps) {
  return <Closed labels={labels} text={fill(labels[`${state}Text`], { organisation })} title={labels[state]} />
}

interface ClosedProps {
  readonly title: string
  readonly text: string
  readonly labels: Labels
}

function Closed({ title, text, labels }: ClosedProps) {
  return <AuthCard foot={<TextLink to="/">{labels.toShops}</TextLink>} intro={text} title={title} />
}
