import { useEffect } from 'react'
import { CircleCheck } from '../../icons.ts'
import { Notice } from '../../ui/index.ts'
import { AskCard } from './ask-card.tsx'
import { MappingsCard } from './mappings-card.tsx'
import type { SurveyOutcome, SurveySetup } from './model.ts'
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
