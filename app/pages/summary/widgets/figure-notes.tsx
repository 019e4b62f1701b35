import { Badge } from '../../../ui/index.ts'
import type { FigureNote } from '../model.ts'

interface NotesProps {
  readonly notes: readonly FigureNote[]
  /** Shows notes about reported figures here as well, instead of on a line of their own. */
  readonly hasRoom?: boolean
}

/** Why the figure is incomplete; that the day is not over is shown beside its change already. */
export function FigureNotes({ notes, hasRoom = false }: NotesProps) {
  return badges(notes.filter(({ kind }) => kind === 'partial' || kind === 'bound' || (hasRoom && kind !== 'running')))
}

/** Who reports the figure, and whether it may still grow, on a line of its own. */
export function ClaimNotes({ notes }: NotesProps) {
  const claims = notes.filter(({ kind }) => kind === 'claimed' || kind === 'rule' || kind === 'maturing')
  if (claims.length === 0) return null
  return <p className="mt-1 flex flex-wrap gap-1 px-4 @max-[10rem]/tile:px-3">{badges(claims)}</p>
}

function badges(notes: readonly FigureNote[]) {
  return notes.map(({ kind, short, long }) => (
    <span key={kind} title={long}>
      <Badge tone={kind === 'claimed' || kind === 'rule' ? 'neutral' : 'warn'}>{short}</Badge>
      <span className="sr-only">: {long}</span>
    </span>
  ))
}
