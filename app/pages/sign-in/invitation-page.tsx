import type { InvitationOffer, InvitationState, InvitationView } from '@tillsight/domain'
import { Form, href, Link, useNavigation } from 'react-router'
import { Button, buttonClass, Notice } from '../../ui/index.ts'
import { AuthCard, Sentence, TextLink } from './auth-form.tsx'
import { useWords } from './words.ts'

interface InvitationPageProps {
  /** Undefined for a link that was never given out. */
  readonly invitation: InvitationView | undefined
  /** Address of the signed-in person; undefined for a visitor. */
  readonly signedInAs: string | undefined
  readonly canSignUp: boolean
  readonly message: string | undefined
}

/** An invitation to an organisation: who invites, with which role, and what to do next. */
export function InvitationPage({ invitation, signedInAs, canSignUp, message }: InvitationPageProps) {
  const t = useWords()
  if (!invitation) return <Closed text={t('invitation.unknownText')} title={t('invitation.unknown')} />
  const { organisation, state, offer } = invitation
  if (state !== 'open') return <Ended organisation={organisation} state={state} />
  const isMine = offer !== null && signedInAs !== undefined && isSame(signedInAs, offer.email)
  return (
    <AuthCard
      intro={<Introduction offer={offer} organisation={organisation} />}
      title={t('invitation.title', { organisation })}
    >
      {message && (
        <div role="alert">
          <Notice severity="serious">{message}</Notice>
        </div>
      )}
      {offer === null && <SignInFirst canSignUp={canSignUp} />}
      {isMine && <Accept text={t('invitation.join', { organisation })} />}
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
  const t = useWords()
  if (offer === null) return t('invitation.visitor', { organisation })
  const { invitedBy: name, role, email } = offer
  const invited = name === '' ? 'invitation.invited' : 'invitation.invitedBy'
  return (
    <>
      {t(invited, { name, organisation, role: t(`invitation.role.${role}`) })}{' '}
      <Sentence text={t('invitation.isFor', { email })} />
    </>
  )
}

function SignInFirst({ canSignUp }: { readonly canSignUp: boolean }) {
  const t = useWords()
  return (
    <div className="grid gap-2.5">
      {canSignUp && (
        <Link className={`${buttonClass('primary')} h-10 w-full`} to={`${href('/auth/register')}?invited`}>
          {t('invitation.create')}
        </Link>
      )}
      <Link className={`${buttonClass(canSignUp ? 'secondary' : 'primary')} h-10 w-full`} to={href('/auth/login')}>
        {t('invitation.have')}
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
}

function Switch({ email, signedInAs }: SwitchProps) {
  const t = useWords()
  const isBusy = useNavigation().formData?.get('intent') === 'switch'
  return (
    <>
      <Notice severity="warning">
        {signedInAs === '' ? t('invitation.noAddress') : t('invitation.signedInAs', { email: signedInAs })}{' '}
        {t('invitation.switch', { email })}
      </Notice>
      <Form className="grid" method="post">
        <input name="intent" type="hidden" value="switch" />
        <Button className="h-10 w-full" isBusy={isBusy} kind="primary">
          {t('invitation.signOut')}
        </Button>
      </Form>
    </>
  )
}

interface EndedProps {
  readonly organisation: string
  readonly state: Exclude<InvitationState, 'open'>
}

function Ended({ organisation, state }: EndedProps) {
  const t = useWords()
  return <Closed text={t(`invitation.${state}Text`, { organisation })} title={t(`invitation.${state}`)} />
}

interface ClosedProps {
  readonly title: string
  readonly text: string
}

function Closed({ title, text }: ClosedProps) {
  return <AuthCard foot={<TextLink to="/">{useWords()('invitation.toShops')}</TextLink>} intro={text} title={title} />
}
