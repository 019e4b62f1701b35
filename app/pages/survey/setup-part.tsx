import { useEffect } from 'react'
import { shopKindChoices } from '../../blocks/install/model.ts'
import { ChoiceLinks, Say, Step, Steps, StoreSteps } from '../../blocks/install/steps.tsx'
import { CircleCheck } from '../../icons.ts'
import { Card, CardHeader, CopyText, Notice } from '../../ui/index.ts'
import { MappingsCard } from './mappings-card.tsx'
import type { SurveyInstall, SurveyOutcome, SurveySetup } from './model.ts'
import { QuestionCard } from './question-card.tsx'

interface SetupPartProps {
  readonly setup: SurveySetup
  readonly outcome: SurveyOutcome | undefined
}

/** The question, its channel mapping, and its installation. */
export function SetupPart({ setup, outcome }: SetupPartProps) {
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
      {!setup.mayChange && (
        <Notice severity="info">Your role shows the survey. An owner or admin of the organisation changes it.</Notice>
      )}
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
  return (
    <Card aria-labelledby="ask-heading" className="min-w-0 scroll-mt-20 pb-5" id="ask">
      <CardHeader
        id="ask-heading"
        note={
          isOn ? 'On the page after an order, or behind a link.' : 'Nothing is shown while the survey is switched off.'
        }
        title="Where buyers are asked"
      />
      <div className="mt-4 px-4 sm:px-5">
        <ChoiceLinks choices={shopKindChoices} chosen={kind} label="Kind of shop" name="on" />
        {code === null && (
          <div className="mt-4">
            <Notice severity="warning">
              The shop has no tracking key in use, and the question is asked under that key. Make one first.
            </Notice>
          </div>
        )}
        {code && !code.isPublic && (
          <div className="mt-4">
            <Notice severity="warning">
              This installation has no public address, so buyers elsewhere cannot reach it. Set PUBLIC_URL, then come
              back: the address is part of what you copy.
            </Notice>
          </div>
        )}
        {code?.steps && <StoreSteps consent="required" domain={domain} kind={kind} steps={code.steps} />}
        {code?.steps === null && <OtherSteps link={code.link} snippet={code.snippet} />}
      </div>
    </Card>
  )
}

function OtherSteps({ link, snippet }: { readonly link: string; readonly snippet: string }) {
  return (
    <Steps>
      <Step number={1} title="Put this where the question is to stand, on the page after an order">
        <CopyText label="Survey" text={snippet} />
        <Say>
          Your shop’s system fills in the words in braces. The order’s ID is the one that it has in the integration or
          in the imported file. Letters and colours are the page’s own.
        </Say>
      </Step>
      <Step number={2} title="Or ask by mail, or where no scripts run">
        <Say>The question as a page of its own.</Say>
        <CopyText label="Link" text={`${link}{ORDER ID}`} />
      </Step>
    </Steps>
  )
}
