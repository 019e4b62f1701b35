import 'virtual:words/goal'
import { Link } from 'react-router'
import { CircleCheck, CircleHelp, TrendingDown, TrendingUp, TriangleAlert } from '../../../icons.ts'
import { type MessageKey, useText } from '../../../language/index.ts'
import { withSearch } from '../../../search/index.ts'
import type { GoalModel, GoalWidget, PageView } from '../model.ts'
import { Heading, TitleLine } from './title.tsx'

interface GoalBodyProps {
  readonly widget: Extract<GoalWidget, { state: 'ready' }>
  readonly view: PageView
}

type SetGoal = Extract<GoalModel, { isSet: true }>

/** Progress towards a goal, the value needed to be on track, and the projection. */
export function GoalBody({ widget, view }: GoalBodyProps) {
  const { content } = widget
  return (
    <>
      <TitleLine>
        <Heading widget={widget} />
      </TitleLine>
      {content.isSet ? <Goal goal={content} view={view} widget={widget} /> : <Unset />}
    </>
  )
}

function Unset() {
  const t = useText()
  return (
    <div className="flex flex-1 flex-col justify-center px-4 pb-4 text-[13px]">
      <p className="font-medium">{t('goal.unset')}</p>
      <p className="text-soft">{t('goal.unset_hint')}</p>
    </div>
  )
}

function Goal({ goal, widget, view }: GoalBodyProps & { readonly goal: SetGoal }) {
  const t = useText()
  return (
    <div className="mt-auto px-4 pb-4">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Link
          className="font-semibold text-2xl tabular leading-8 tracking-tight"
          preventScrollReset
          to={{ search: withSearch(view.state, { open: widget.metric }) }}
        >
          {goal.text}
        </Link>
        <span className="text-[13px] text-soft tabular">
          {t(goal.isLimit ? 'goal.limit' : 'goal.of', { goal: goal.goal })}
        </span>
      </p>
      <Bar goal={goal} name={widget.title} />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs">
        <Status goal={goal} />
        <span className="text-faint">
          {goal.periodText} · {t('goal.left.other', { count: goal.daysLeft })}
        </span>
      </div>
      {goal.expectedText === null ? (
        <p className="mt-2 text-faint text-xs">{t('goal.no_sum')}</p>
      ) : (
        <dl className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
          <Fact name={t('goal.expected')} text={goal.expectedText} />
          {goal.projectedText && <Fact name={t('goal.projected')} text={goal.projectedText} />}
        </dl>
      )}
    </div>
  )
}

function Fact({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className="flex-1">
      <dt className="text-faint">{name}</dt>
      <dd className="font-medium tabular">{text}</dd>
    </div>
  )
}

const tones = { met: 'bg-good', ahead: 'bg-good', behind: 'bg-warn', over: 'bg-bad', unknown: 'bg-edge' } as const

/** The part reached in colour, with a tick where it should be by now. */
function Bar({ goal, name }: { readonly goal: SetGoal; readonly name: string }) {
  const t = useText()
  const reached = Math.max(0, Math.min(1, goal.reached ?? 0))
  return (
    <div className="relative mt-2 py-1">
      <div
        aria-label={name}
        aria-valuemax={100}
        aria-valuemin={0}
        aria-valuenow={Math.floor(reached * 100)}
        aria-valuetext={t('goal.progress', {
          text: goal.text,
          goal: goal.goal,
          reached: goal.reachedText ?? t('goal.unknown'),
        })}
        className="h-2 overflow-hidden rounded-full bg-hover print:border print:border-edge"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- pictures of a widget cannot look into a progress element
        role="progressbar"
      >
        <div className={`h-full rounded-full ${tones[goal.standing]}`} style={{ width: `${reached * 100}%` }} />
      </div>
      {goal.expectedText !== null && (
        <span
          aria-hidden
          className="absolute inset-y-0 w-0.5 rounded bg-ink"
          style={{ insetInlineStart: `${goal.elapsed * 100}%` }}
        />
      )}
    </div>
  )
}

interface StatusLook {
  readonly icon: typeof CircleCheck
  readonly className: string
  readonly words: MessageKey
  /** Texts for a goal that is a limit. */
  readonly limitWords: MessageKey
}

const looks: Readonly<Record<SetGoal['standing'], StatusLook>> = {
  met: { icon: CircleCheck, className: 'text-good', words: 'goal.met', limitWords: 'goal.within' },
  ahead: { icon: TrendingUp, className: 'text-good', words: 'goal.ahead', limitWords: 'goal.within' },
  behind: { icon: TrendingDown, className: 'text-warn', words: 'goal.behind', limitWords: 'goal.fast' },
  over: { icon: TriangleAlert, className: 'text-bad', words: 'goal.over', limitWords: 'goal.over' },
  unknown: { icon: CircleHelp, className: 'text-soft', words: 'goal.unknown', limitWords: 'goal.unknown' },
}

function Status({ goal }: { readonly goal: SetGoal }) {
  const t = useText()
  const { icon: Icon, className, words, limitWords } = looks[goal.standing]
  return (
    <span className={`inline-flex items-center gap-1 font-medium ${className}`}>
      <Icon aria-hidden className="size-3.5" />
      {t(goal.isLimit ? limitWords : words)}
      {goal.reachedText && <span className="tabular">· {goal.reachedText}</span>}
    </span>
  )
}
