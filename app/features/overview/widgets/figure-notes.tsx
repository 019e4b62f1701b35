import { Badge } from '../../../ui/index.ts'
import type { FigureNote } from '../model.ts'

/** Why the figure may still change or is not whole; the day that is not over stands beside its change already. */
export function FigureNotes({ notes }: { readonly notes: readonly FigureNote[] }) {
  return notes
    .filter(({ kind }) => kind !== 'running')
    .map(({ kind, short, long }) => (
      <span key={kind} title={long}>
        <Badge tone="warn">{short}</Badge>
        <span className="sr-only">: {long}</span>
      </span>
    ))
}
