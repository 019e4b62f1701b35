import { useEffect } from 'react'
import { shopKindChoices } from '../../blocks/install/model.ts'
import { ChoiceLinks, Say, Step, Steps, StoreSteps } from '../../blocks/install/steps.tsx'
import { CircleCheck } from '../../icons.ts'
import { Card, CardHeader, CopyText, Notice } from '../../ui/index.ts'
import { MappingsCard } from './mappings-card.tsx'
import type { SurveyInstall, SurveyOutcome, SurveySetup } from './model.ts'
import { QuestionCard } from './question-card.tsx'
import { useWords } from './words.ts'

interface SetupPartProps {
  readonly setup: SurveySetup
  readonly outcome: SurveyOutcome | undefined
}

/** The question, its channel mapping, and its installation. */
export function SetupPart({ setup, outcome }: SetupPartProps) {
  const t = useWords()
  useEffect(() => {
    if (outcome === undefined) return
    // After adding or removing an option the form is rebuilt, and the pressed button with it.
    const wanted = outcome.message === undefined ? '#question li:last-child input[aria-label]' : '[aria-invalid="true"]'
    const place = document.querySelector(`main ${wanted}`)
    if (place instanceof HTMLElement) place.focus()
  }, [outcome])
  return (
    <div className="mt-6 grid grid-cols-1 gap-6">
      {setup.done && outcome === undefined && (
        <output
          className="flex scroll-mt-36 items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]"
          id="done"
        >
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
          {setup.done}
        </output>
      )}
      {!setup.mayChange && <Notice severity="info">{t('setup.readOnly')}</Notice>}
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2 xl:items-start">
        <QuestionCard outcome={outcome?.form === 'question' ? outcome : undefined} setup={setup} />
        <AskCard domain={setup.domain} install={setup.install} isOn={setup.question.isOn} />
      </div>
      <MappingsCard outcome={outcome?.form === 'mappings' ? outcome : undefined} setup={setup} />
    </div>
  )
}

interface AskCardProps {
  readonly domain: string
  readonly install: SurveyInstall
  readonly isOn: boolean
}

/** How to show the survey to buyers. */
function AskCard({ domain, install: { kind, code }, isOn }: AskCardProps) {
  const t = useWords()
  const choices = shopKindChoices.map(({ value, label }) => ({
    value,
    label: value === 'other' ? t('ask.other') : label,
  }))
  return (
    <Card aria-labelledby="ask-heading" className="min-w-0 scroll-mt-20 pb-5" id="ask">
      <CardHeader id="ask-heading" note={t(isOn ? 'ask.noteOn' : 'ask.noteOff')} title={t('empty.where')} />
      <div className="mt-4 px-4 sm:px-5">
        <ChoiceLinks choices={choices} chosen={kind} label={t('ask.kind')} name="on" />
        {code === null && (
          <div className="mt-4">
            <Notice severity="warning">{t('ask.noKey')}</Notice>
          </div>
        )}
        {code && !code.isPublic && (
          <div className="mt-4">
            <Notice severity="warning">{t('ask.private')}</Notice>
          </div>
        )}
        {code?.steps && <StoreSteps consent="required" domain={domain} kind={kind} steps={code.steps} />}
        {code?.steps === null && <OtherSteps link={code.link} snippet={code.snippet} />}
      </div>
    </Card>
  )
}

function OtherSteps({ link, snippet }: { readonly link: string; readonly snippet: string }) {
  const t = useWords()
  return (
    <Steps>
      <Step number={1} title={t('ask.place')}>
        <CopyText label={t('ask.code')} text={snippet} />
        <Say>{t('ask.placeText')}</Say>
      </Step>
      <Step number={2} title={t('ask.mail')}>
        <Say>{t('ask.mailText')}</Say>
        <CopyText label={t('ask.link')} text={`${link}{ORDER ID}`} />
      </Step>
    </Steps>
  )
}
