import { platformFaces } from '@tillsight/platforms'
import { useCallback, useSyncExternalStore } from 'react'
import { platformMarks } from './icon-store.ts'

const marks: ReadonlyMap<string, string> = new Map(platformFaces.map(({ id, icon }) => [id, icon]))

interface PlatformIconProps {
  /** Id of the platform. */
  readonly name: string
  /** Its name; the letter stands there until the mark has come, and when it cannot. */
  readonly label: string
  readonly className?: string
}

/** The mark of a platform, beside its name: nothing is read out. Takes its place from the start. */
export function PlatformIcon({ name, label, className = 'size-4' }: PlatformIconProps) {
  const find = useCallback(() => platformMarks.find(marks.get(name) ?? name), [name])
  const paths = useSyncExternalStore(platformMarks.subscribe, find, nothing)
  return (
    <svg aria-hidden className={`shrink-0 ${className}`} fill="currentColor" focusable="false" viewBox="0 0 24 24">
      {paths === undefined ? (
        <text className="font-semibold" fontSize="18" textAnchor="middle" x="12" y="18.5">
          {label.slice(0, 1).toUpperCase()}
        </text>
      ) : (
        paths.map(({ d, fillRule }) => <path d={d} fillRule={fillRule} key={d} />)
      )}
    </svg>
  )
}

function nothing(): undefined {
  return undefined
}
