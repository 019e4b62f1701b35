import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import type { Change } from './change.ts'

const tones = { good: 'text-good', bad: 'text-bad', neutral: 'text-soft' } as const
const meanings = { good: 'better', bad: 'worse', neutral: '' } as const
const icons = { up: ArrowUp, down: ArrowDown, flat: ArrowRight } as const

/** A change with sign, arrow and colour by good or bad. `than` names the comparison for those who listen. */
export function Delta({ change, than }: { readonly change: Change; readonly than?: string | undefined }) {
  const Icon = icons[change.direction]
  return (
    <span
      className={`inline-flex items-center gap-0.5 font-medium tabular ${tones[change.tone]}`}
      title={change.caveat?.long}
    >
      {change.text !== '–' && <Icon aria-hidden className="size-3.5 shrink-0" strokeWidth={2.25} />}
      <span>{change.text}</span>
      {change.caveat && <span className="ml-0.5 font-normal text-faint">{change.caveat.short}</span>}
      <span className="sr-only">
        {meanings[change.tone]} {than}
      </span>
    </span>
  )
}
