import { Link } from 'react-router'
import { type Part, PartCard } from '../../blocks/figures-page/part-card.tsx'
import { MessageCircleQuestion } from '../../icons.ts'
import { Sentence } from '../../language/index.ts'
import { buttonClass, EmptyState, Notice } from '../../ui/index.ts'
import { AnswersTable, ChannelsTable } from './answer-tables.tsx'
import type { SurveyReportModel } from './model.ts'
import { useWords } from './words.ts'

interface SurveyReportPartProps {
  readonly report: Promise<Part<SurveyReportModel>>
}

/** Survey responses of the period, compared with attribution. */
export function SurveyReportPart({ report }: SurveyReportPartProps) {
  const t = useWords()
  return (
    <PartCard id="report-heading" lines={8} part={report} title={t('report.title')}>
      {(model) => (
        <>
          {model.wordings.length > 0 && <Wordings model={model} />}
          {model.answers === 0 ? <NoAnswers model={model} /> : <Answers model={model} />}
        </>
      )}
    </PartCard>
  )
}

interface ModelProps {
  readonly model: SurveyReportModel
}

/** Selects the version of the question: responses to different versions are never combined. */
function Wordings({ model: { wording, wordings } }: ModelProps) {
  const t = useWords()
  const chosen = wordings.find(({ isChosen }) => isChosen)
  return (
    <div className="grid gap-2 px-4 pt-1 sm:px-5">
      <p className="max-w-prose text-pretty text-soft">{chosen?.text ?? t('report.quoted', { text: wording })}</p>
      {wordings.length > 1 && (
        <nav aria-label={t('report.wordings')}>
          <ul className="flex flex-wrap gap-1">
            {wordings.map(({ key, label, text, to, isChosen }) => (
              <li key={key}>
                <Link
                  aria-current={isChosen ? 'true' : undefined}
                  className="touch-target flex h-8 items-center rounded-md px-2.5 text-[13px] text-soft hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink"
                  preventScrollReset
                  title={text}
                  to={{ search: to }}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

function Answers({ model }: ModelProps) {
  const t = useWords()
  const { figures, isSmall, rows, channels, others, notes } = model
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 px-4 py-4 sm:grid-cols-4 sm:px-5">
        {figures.map(({ name, text, note }) => (
          <div key={name}>
            <dt className="text-[13px] text-faint">{name}</dt>
            <dd className="font-semibold text-lg tabular tracking-tight">{text}</dd>
            <dd className="text-[13px] text-faint">{note}</dd>
          </div>
        ))}
      </dl>
      {isSmall && (
        <div className="px-4 pb-4 sm:px-5">
          <Notice severity="warning">{t('report.small')}</Notice>
        </div>
      )}
      <Models model={model} />
      <AnswersTable rows={rows} />
      {channels.length > 0 && <ChannelsTable rows={channels} />}
      <p className="max-w-prose text-pretty border-line border-t px-4 py-3 text-[13px] text-faint sm:px-5">
        {t('report.explain')}
      </p>
      {others && others.length > 0 && <Others others={others} />}
      {notes.length > 0 && (
        <ul className="space-y-0.5 border-line border-t px-4 py-2.5 text-[13px] text-faint sm:px-5">
          {notes.map((note) => (
            <li key={note.text}>
              <Sentence {...note} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Selects the attribution model to compare with. */
function Models({ model: { models } }: ModelProps) {
  const t = useWords()
  return (
    <nav aria-label={t('report.model')} className="flex flex-wrap items-center gap-x-2 gap-y-1 px-4 pb-3 sm:px-5">
      <span className="text-[13px] text-faint">{t('report.clicksBy')}</span>
      <ul className="flex flex-wrap gap-1">
        {models.map(({ name, to, isChosen }) => (
          <li key={name}>
            <Link
              aria-current={isChosen ? 'true' : undefined}
              className="touch-target flex h-8 items-center rounded-md px-2.5 text-[13px] text-soft hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink"
              preventScrollReset
              rel="nofollow"
              to={{ search: to }}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Why there are no responses, and what to do next. */
function NoAnswers({ model: { isNew, isOn } }: ModelProps) {
  const t = useWords()
  if (isOn && !isNew) {
    return (
      <EmptyState
        action={
          <a className={buttonClass()} href="#ask">
            {t('empty.where')}
          </a>
        }
        icon={MessageCircleQuestion}
        title={t('empty.noneTitle')}
      >
        {t('empty.none')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      action={
        <a className={buttonClass('primary')} href="#question">
          {t(isNew ? 'empty.question' : 'empty.on')}
        </a>
      }
      icon={MessageCircleQuestion}
      title={t(isNew ? 'empty.newTitle' : 'empty.offTitle')}
    >
      {t('empty.text')}
    </EmptyState>
  )
}

/** Free-text responses, newest first. */
function Others({ others }: { readonly others: NonNullable<SurveyReportModel['others']> }) {
  const t = useWords()
  return (
    <section aria-labelledby="others-heading" className="border-line border-t px-4 py-4 sm:px-5">
      <h3 className="font-medium" id="others-heading">
        {t('report.others')}
      </h3>
      <ul className="mt-2 grid max-h-80 gap-1.5 overflow-y-auto text-[13px]">
        {others.map(({ text, count }) => (
          <li className="flex items-baseline justify-between gap-4" key={text}>
            <span className="min-w-0 break-words" dir="auto">
              {text}
            </span>
            <span className="shrink-0 text-faint tabular">{t('report.times', { count })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
