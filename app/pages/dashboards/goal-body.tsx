import type { ReactNode } from 'react'
import type { GoalTile } from './model.ts'
import type { BoardWords } from './words.server.ts'

const tones = { met: 'bg-good', ahead: 'bg-good', behind: 'bg-warn', over: 'bg-bad', unknown: 'bg-edge' } as const
const inks = {
  met: 'text-good',
  ahead: 'text-good',
  behind: 'text-warn',
  over: 'text-bad',
  unknown: 'text-soft',
} as const

interface GoalBodyProps {
  readonly tile: GoalTile
  readonly words: BoardWords
  readonly children: ReactNode
}

/** How far a figure is on its way to the target, and what each day left has to bring. */
export function GoalBody({ tile, words, children }: GoalBodyProps) {
  const { figure, target, days, state, stateText, reached, reachedText, progress, facts } = tile
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2 px-4 pt-0.5">
        <span className="font-semibold text-2xl tabular tracking-tight">{figure.text}</span>
        {target !== null && <span className="text-[13px] text-soft tabular">{target}</span>}
      </p>
      <p className="px-4 text-faint text-xs">{days}</p>
      {figure.notes.map((note) => (
        <p className="px-4 text-warn text-xs" key={note}>
          {note}
        </p>
      ))}
      {target === null ? (
        <p className="px-4 pt-3 text-[13px]">
          <span className="font-medium">{words.goalUnset}</span>{' '}
          <span className="text-soft">{words.goalUnsetText}</span>
        </p>
      ) : (
        <div className="px-4 pt-3">
          <p className="sr-only">{progress}</p>
          <div aria-hidden className="h-2 overflow-hidden rounded-full bg-hover print:border print:border-edge">
            <div
              className={`h-full rounded-full ${tones[state]}`}
              style={{ width: `${Math.max(0, Math.min(1, reached ?? 0)) * 100}%` }}
            />
          </div>
          <p className={`mt-2 font-medium text-xs ${inks[state]}`}>
            {stateText}
            {reachedText !== null && <span className="tabular"> · {reachedText}</span>}
          </p>
        </div>
      )}
      {facts.length > 0 && (
        <dl className="grid gap-1 px-4 pt-2 text-xs">
          {facts.map(({ name, text }) => (
            <div className="flex flex-wrap justify-between gap-x-3" key={name}>
              <dt className="text-faint">{name}</dt>
              <dd className="font-medium tabular">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </>
  )
}
