import { type ReactNode, Suspense } from 'react'
import { useText } from '../../language/index.ts'
import { Card, CardHeader, Notice, Skeleton } from '../../ui/index.ts'
import { Later } from '../../ui/later.tsx'

/** Result of loading one part of the page; parts fail independently. */
export type Part<Model> =
  | { readonly state: 'ready'; readonly model: Model }
  | { readonly state: 'failed'; readonly message: string }

interface PartCardProps<Model> {
  readonly id: string
  readonly title: string
  readonly note?: ReactNode
  readonly part: Promise<Part<Model>>
  /** Lines of the placeholder. */
  readonly lines?: number
  readonly children: (model: Model) => ReactNode
}

/** A card whose content streams in later, and fails independently. */
export function PartCard<Model>({ id, title, note, part, lines = 6, children }: PartCardProps<Model>) {
  const t = useText()
  const failed = (message: ReactNode) => (
    <div className="p-4 sm:p-5">
      <Notice severity="serious">{message}</Notice>
    </div>
  )
  return (
    <Card aria-labelledby={id} className="min-w-0">
      <CardHeader id={id} note={note} title={title} />
      <Suspense fallback={<Waiting className="gap-2.5 p-4 sm:p-5" line="h-7" lines={lines} />}>
        <Later errorElement={failed(t('shell.piece_missing'))} resolve={part}>
          {(loaded: Part<Model>) => (loaded.state === 'failed' ? failed(loaded.message) : children(loaded.model))}
        </Later>
      </Suspense>
    </Card>
  )
}

interface WaitingProps {
  readonly lines: number
  /** Size of a line. */
  readonly line: string
  readonly className: string
}

/** Placeholder of lines or cards that are loading, which is said aloud. */
export function Waiting({ lines, line, className }: WaitingProps) {
  const t = useText()
  return (
    <div aria-busy className={`grid ${className}`}>
      <span className="sr-only">{t('shell.loading')}</span>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton className={line} key={index} />
      ))}
    </div>
  )
}
