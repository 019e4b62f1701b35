import { Form, href, useNavigation } from 'react-router'
import { CodeForm } from '../../blocks/credentials/fields.tsx'
import { Button, TextField } from '../../ui/index.ts'
import type { AuthFailure } from './auth-failure.ts'
import { AuthCard, FormAlert, ResendForm, Segments, useFocusOnFailure } from './auth-form.tsx'
import type { FactorChoice } from './second-factor.server.ts'
import { type SignInKey, useWords } from './words.ts'

interface ChallengePageProps {
  readonly factors: readonly FactorChoice[]
  readonly factor: FactorChoice | undefined
  /** Id of the message that was sent; empty before. */
  readonly challenge: string
  /** Digits of a phone code; null where unknown. */
  readonly phoneCodeLength: number | null
  readonly failure: AuthFailure | undefined
}

/** Authenticator apps show six digits, whatever the service. */
const appCodeLength = 6

/** Verifies the second factor, for accounts that have one. */
export function ChallengePage({ factors, factor, challenge, phoneCodeLength, failure }: ChallengePageProps) {
  const t = useWords()
  const choices = factors.map(({ id, label }) => ({
    key: id,
    text: label,
    to: `?${new URLSearchParams({ factor: id })}`,
  }))
  return (
    <AuthCard
      foot={<Cancel />}
      intro={factor && t(introOf(factor, challenge), { name: factor.label })}
      title={t('challenge.title')}
    >
      {factors.length > 1 && <Segments choices={choices} current={factor?.id} label={t('challenge.methods')} />}
      {!failure?.fields.recovery && <FormAlert failure={failure} />}
      {factor && (factor.kind === 'totp' || challenge !== '') && (
        <Check {...{ factor, challenge, phoneCodeLength, failure }} />
      )}
      {factor?.kind === 'phone' && challenge === '' && <Send factor={factor} />}
      <Lost failure={failure} />
    </AuthCard>
  )
}

function introOf({ kind }: FactorChoice, challenge: string): SignInKey {
  if (kind === 'totp') return 'challenge.app'
  return challenge === '' ? 'challenge.willSend' : 'challenge.sent'
}

interface CheckProps extends Omit<ChallengePageProps, 'factors'> {
  readonly factor: FactorChoice
}

function Check({ factor, challenge, phoneCodeLength, failure }: CheckProps) {
  const form = useFocusOnFailure(failure)
  return (
    <>
      <CodeForm
        error={failure?.fields.code}
        intent="check"
        isWide
        key={factor.id}
        length={factor.kind === 'totp' ? appCodeLength : phoneCodeLength}
        ref={form}
        submit={useWords()('confirm')}
        values={{ factor: factor.id, challenge }}
      />
      {factor.kind === 'phone' && (
        <ResendForm
          key={`${challenge} ${failure?.retryInSeconds ?? ''}`}
          values={{ factor: factor.id, challenge }}
          waitSeconds={failure?.retryInSeconds ?? 60}
        />
      )}
    </>
  )
}

function Send({ factor }: { readonly factor: FactorChoice }) {
  const isBusy = useNavigation().formData?.get('intent') === 'send'
  return (
    <Form className="grid" method="post">
      <input name="intent" type="hidden" value="send" />
      <input name="factor" type="hidden" value={factor.id} />
      <Button className="h-10 w-full" isBusy={isBusy} kind="primary">
        {useWords()('challenge.send')}
      </Button>
    </Form>
  )
}

function Lost({ failure }: Pick<ChallengePageProps, 'failure'>) {
  const t = useWords()
  const form = useFocusOnFailure(failure)
  const isBusy = useNavigation().formData?.get('intent') === 'recovery'
  const error = failure?.fields.recovery
  return (
    <details className="border-line border-t pt-4" open={error !== undefined}>
      <summary className="w-fit rounded-sm font-medium text-soft hover:text-ink">{t('challenge.lost')}</summary>
      <Form className="mt-4 grid gap-4" method="post" noValidate ref={form}>
        <input name="intent" type="hidden" value="recovery" />
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          error={error}
          help={t('challenge.recoveryHelp')}
          label={t('challenge.recovery')}
          name="recovery"
          required
          spellCheck={false}
        />
        <Button className="w-full" isBusy={isBusy}>
          {t('challenge.useRecovery')}
        </Button>
      </Form>
    </details>
  )
}

/** Signs out and starts over. */
function Cancel() {
  return (
    <Form action={href('/auth/logout')} method="post">
      <Button kind="quiet" size="small">
        {useWords()('challenge.cancel')}
      </Button>
    </Form>
  )
}
