import { useEffect } from 'react'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import { scopeWords } from '../../blocks/assistants/scope-words.ts'
import { Choice, Choices } from '../../blocks/fields/choices.tsx'
import { PageTitle } from '../../frame/basic/index.ts'
import { useText } from '../../language/index.ts'
import { Button, buttonClass, Card, Notice, TextField } from '../../ui/index.ts'
import type { ConsentModel, ConsentOutcome } from './model.ts'

interface ConsentProps {
  readonly model: ConsentModel
  readonly outcome: ConsentOutcome
}

/** Whether an assistant may read figures: who asks, where it leads back to, what and which shops. */
export function ConsentPage({ model, outcome }: ConsentProps) {
  const t = useText()
  const { asked, organisation } = model
  return (
    <>
      <PageTitle>{t('assistants.title')}</PageTitle>
      <Card className="px-5 py-6 shadow-xs sm:p-8">
        <h1 className="text-balance font-semibold text-xl tracking-tight">{t('assistants.title')}</h1>
        {outcome.to === undefined ? (
          <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-5">
            <p className="break-words">
              {t('assistants.asks', { name: asked.name || t('assistants.unnamed') })}{' '}
              {asked.email && <span className="text-soft">{t('assistants.signed_in', { email: asked.email })}</span>}
            </p>
            <Notice severity={asked.back.isLocal ? 'warning' : 'info'}>
              {t(asked.back.isLocal ? 'assistants.back_local' : 'assistants.back_site', { host: asked.back.host })}
            </Notice>
            {organisation ? (
              <ConsentForm model={{ ...model, organisation }} outcome={outcome} />
            ) : (
              <>
                <p>{t('assistants.no_shops')}</p>
                <Deny />
              </>
            )}
          </div>
        ) : (
          <Leave host={asked.back.host} to={outcome.to} />
        )}
      </Card>
    </>
  )
}

/** Says why nobody is asked: the program is not known here, or wants the answer at an address that it never named. */
export function RefusedPage({ why }: { readonly why: 'client' | 'address' }) {
  const t = useText()
  return (
    <>
      <PageTitle>{t('assistants.title')}</PageTitle>
      <Card className="px-5 py-6 shadow-xs sm:p-8">
        <h1 className="text-balance font-semibold text-xl tracking-tight">{t('assistants.refused')}</h1>
        <p className="mt-3">{t(why === 'client' ? 'assistants.refused_client' : 'assistants.refused_address')}</p>
        <p className="mt-3 text-soft">{t('assistants.refused_safe')}</p>
      </Card>
    </>
  )
}

/** Goes on by itself; without scripts by a press. A redirect would be refused by the browser: forms lead to this site only. */
function Leave({ to, host }: { readonly to: string; readonly host: string }) {
  const t = useText()
  useEffect(() => {
    location.assign(to)
  }, [to])
  return (
    <output className="mt-3 grid gap-5">
      <p className="break-words">{t('assistants.leaving', { host })}</p>
      <a className={buttonClass('primary')} href={to} rel="noreferrer">
        {t('assistants.go_on')}
      </a>
    </output>
  )
}

function Deny() {
  const t = useText()
  return (
    <Form method="post">
      <Button className="w-full" name="intent" value="deny">
        {t('assistants.deny')}
      </Button>
    </Form>
  )
}

interface FormProps extends ConsentProps {
  readonly model: ConsentModel & { readonly organisation: NonNullable<ConsentModel['organisation']> }
}

function ConsentForm({ model, outcome }: FormProps) {
  const t = useText()
  const isBusy = useNavigation().state !== 'idle'
  const { asked, organisation, organisations, shops, factor } = model
  const { failure } = outcome
  const canAllow = factor?.kind !== 'phone' || Boolean(outcome.challenge)
  return (
    <Form className="grid grid-cols-[minmax(0,1fr)] gap-5" method="post">
      {failure && Object.keys(failure.fields).length === 0 && (
        <div role="alert">
          <Notice severity="serious">{failure.message}</Notice>
        </div>
      )}
      <input name="organisation" type="hidden" value={organisation.id} />
      <Choices error={failure?.fields['scopes']} legend={t('assistants.may')}>
        {asked.scopes.map((scope) => (
          <Choice defaultChecked key={scope} name="scopes" type="checkbox" value={scope}>
            {t(scopeWords[scope] ?? 'assistants.metrics')}
          </Choice>
        ))}
      </Choices>
      {organisations.length > 1 && <Organisations all={organisations} current={organisation.id} />}
      <Choices error={failure?.fields['shops']} key={organisation.id} legend={t('assistants.shops')}>
        <Choice defaultChecked name="reach" type="radio" value="all">
          {t('assistants.all_shops', { organisation: organisation.name })}
        </Choice>
        <Choice name="reach" type="radio" value="some">
          {t('assistants.some_shops')}
        </Choice>
        <div className="grid ps-6.5">
          {shops.map(({ id, name, domain }) => (
            <Choice key={id} name="shops" type="checkbox" value={id}>
              {name} {name !== domain && <span className="text-faint">{domain}</span>}
            </Choice>
          ))}
        </div>
      </Choices>
      <p className="text-[13px] text-soft">{t('assistants.limits')}</p>
      {factor && <Factor challenge={outcome.challenge ?? ''} error={failure?.fields['code']} factor={factor} />}
      <div className="grid gap-2">
        {canAllow && (
          <Button className="w-full" isBusy={isBusy} kind="primary" name="intent" value="allow">
            {t('assistants.allow')}
          </Button>
        )}
        <Button className="w-full" disabled={isBusy} formNoValidate name="intent" value="deny">
          {t('assistants.deny')}
        </Button>
      </div>
    </Form>
  )
}

function Organisations({ all, current }: { readonly all: ConsentModel['organisations']; readonly current: string }) {
  const t = useText()
  const [search] = useSearchParams()
  return (
    <nav aria-label={t('assistants.organisation')} className="flex flex-wrap gap-2">
      {all.map(({ id, name }) => (
        <Link
          aria-current={id === current ? 'true' : undefined}
          className={buttonClass(id === current ? 'primary' : 'secondary', 'small')}
          key={id}
          replace
          to={`?${new URLSearchParams({ ...Object.fromEntries(search), organisation: id })}`}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

interface FactorProps {
  readonly factor: NonNullable<ConsentModel['factor']>
  readonly challenge: string
  readonly error: string | undefined
}

function Factor({ factor, challenge, error }: FactorProps) {
  const t = useText()
  if (factor.kind === 'phone' && challenge === '') {
    return (
      <div className="grid gap-1.5">
        <input name="factor" type="hidden" value={factor.id} />
        <Button className="w-full" kind="primary" name="intent" value="send">
          {t('assistants.send', { factor: factor.label || t('assistants.factor') })}
        </Button>
        {error && <p className="text-[13px] text-bad">{error}</p>}
      </div>
    )
  }
  return (
    <div>
      <input name="factor" type="hidden" value={factor.id} />
      <input name="challenge" type="hidden" value={challenge} />
      <TextField
        autoComplete="one-time-code"
        error={error}
        help={challenge === '' ? factor.label || t('assistants.factor') : t('assistants.sent')}
        inputMode="numeric"
        label={t('assistants.code')}
        name="code"
        required
      />
    </div>
  )
}
