import { Form, useNavigation } from 'react-router'
import { ServerText } from '../../language/index.ts'
import { Button, Card, CardHeader, Notice, TextField } from '../../ui/index.ts'
import type { ConversionsModel, ConversionsOutcome, SetupModel } from './model.ts'
import { useWords } from './words.ts'

type Refused = Extract<ConversionsOutcome, { kind: 'refused' }>
type Tried = Extract<ConversionsOutcome, { kind: 'tried' }>

interface TrialCardProps {
  readonly model: ConversionsModel
  readonly outcome: ConversionsOutcome | undefined
}

/** Sends a test event, which the platform does not count. */
export function TrialCard({ model: { setup, name }, outcome }: TrialCardProps) {
  const t = useWords()
  const isBusy = useNavigation().formData?.get('intent') === 'try'
  const refused = outcome?.kind === 'refused' && outcome.form === 'trial' ? outcome : undefined
  return (
    <Card aria-labelledby="trial-heading" className="pb-5">
      <CardHeader id="trial-heading" note={t('trial.note')} title={t('trial.title')} />
      <Form action="#orders" className="mt-3 grid gap-4 px-4 sm:px-5" method="post" preventScrollReset>
        <Terms refused={refused} fixture={setup.fixture} />
        <p>
          <Button isBusy={isBusy} name="intent" type="submit" value="try">
            {t('trial.go')}
          </Button>
        </p>
      </Form>
      {outcome?.kind === 'tried' && <Result name={name} tried={outcome} />}
    </Card>
  )
}

interface TermsProps {
  readonly fixture: SetupModel['fixture']
  readonly refused: Refused | undefined
}

/** How the platform handles test events, with its test code where it needs one. */
function Terms({ fixture: { needsCode, note }, refused }: TermsProps) {
  const t = useWords()
  if (needsCode) {
    return (
      <TextField
        autoComplete="off"
        error={refused?.fields['code'] ?? refused?.message}
        help={<ServerText>{note}</ServerText>}
        label={t('trial.code')}
        maxLength={60}
        name="code"
        placeholder="TEST12345"
        required
        spellCheck={false}
      />
    )
  }
  return (
    <>
      <p className="text-pretty text-soft">
        <ServerText>{note}</ServerText>
      </p>
      {refused && <Notice severity="serious">{refused.message}</Notice>}
    </>
  )
}

/** The platform's response to the test event. */
function Result({ tried: { accepted, message }, name }: { readonly tried: Tried; readonly name: string }) {
  const t = useWords()
  return (
    <output className="mt-4 block px-4 sm:px-5" id="trial-answer" tabIndex={-1}>
      <Notice severity={accepted ? 'info' : 'serious'}>
        {accepted && `${t('trial.accepted', { name })} `}
        <ServerText>{accepted ? `${message}.` : message}</ServerText>
      </Notice>
    </output>
  )
}
