import { Notice } from '../../ui/index.ts'
import type { CostOutcome } from './model.ts'

/** What the last form led to, in one sentence. */
export function Outcome({ outcome }: { readonly outcome: CostOutcome | undefined }) {
  if (outcome === undefined) return <span />
  if (outcome.kind !== 'refused') {
    return (
      <output className="rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]" id="outcome" tabIndex={-1}>
        {outcome.message}
      </output>
    )
  }
  const fields = Object.values(outcome.fields).filter((text) => text !== outcome.message)
  return (
    <div role="alert" tabIndex={-1}>
      <Notice severity="serious">
        {outcome.message} {fields.join(' ')}
      </Notice>
    </div>
  )
}
