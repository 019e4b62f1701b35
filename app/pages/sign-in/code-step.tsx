import type { ReactNode } from 'react'
import { CodeForm } from '../../blocks/credentials/fields.tsx'
import type { CodeLengths } from '../../identity.ts'
import { Tagged } from '../../language/index.ts'
import { Notice } from '../../ui/index.ts'
import type { AuthFailure } from './auth-failure.ts'
import { AuthCard, FormAlert, ResendForm, TextLink, useFocusOnFailure } from './auth-form.tsx'
import { useWords } from './words.ts'

interface CodeStepProps {
  /** Where the code was sent. */
  readonly sent: string
  /** Number of resends. */
  readonly again: number
  readonly intro: ReactNode
  readonly submit: string
  /** Hidden fields of all forms of this step. */
  readonly values?: Readonly<Record<string, string>>
  readonly failure: AuthFailure | undefined
  readonly mailbox: string | null
  readonly codeLength: CodeLengths
  /** Link to the form where the address can be corrected. */
  readonly changeTo: string
}

const sendIntervalSeconds = 60

/** A message was sent: enter its code, resend it, or correct the address. */
export function CodeStep({
  sent,
  again,
  intro,
  submit,
  values,
  failure,
  mailbox,
  codeLength,
  changeTo,
}: CodeStepProps) {
  const t = useWords()
  const form = useFocusOnFailure(failure)
  const isMail = sent.includes('@')
  const wait = failure?.retryInSeconds ?? (failure ? 0 : sendIntervalSeconds)
  return (
    <AuthCard
      foot={<TextLink to={changeTo}>{t(isMail ? 'sent.otherAddress' : 'sent.otherNumber')}</TextLink>}
      intro={intro}
      title={t(isMail ? 'sent.mailTitle' : 'sent.phoneTitle')}
    >
      <p aria-live="polite" className="sr-only">
        {again > 0 && t('sentAgain')}
      </p>
      <FormAlert failure={failure} />
      <CodeForm
        error={failure?.fields.code}
        intent="verify"
        isWide
        length={isMail ? codeLength.email : codeLength.sms}
        ref={form}
        submit={submit}
        values={{ ...values, address: sent }}
      />
      <MailboxNote path={mailbox} />
      <ResendForm
        key={`${again} ${failure?.retryInSeconds ?? ''}`}
        values={{ ...values, address: sent, again: `${again + 1}` }}
        waitSeconds={wait}
      />
    </AuthCard>
  )
}

/** Links to the local mailbox while no mail server is configured. */
function MailboxNote({ path }: { readonly path: string | null }) {
  const t = useWords()
  if (path === null) return null
  return (
    <Notice severity="info">
      <Tagged
        tags={{
          link: (content) => (
            <a className="font-medium underline underline-offset-3" href={path} rel="noreferrer" target="_blank">
              {content}
            </a>
          ),
        }}
        text={t('sent.mailbox')}
      />
    </Notice>
  )
}
