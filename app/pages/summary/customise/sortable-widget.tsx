import { useSortable } from '@dnd-kit/sortable'
import { GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../../language/index.ts'
import type { WidgetFrame } from '../widget-frame.ts'
import { handleId, type Rearranging } from './use-rearranging.ts'

interface SortableWidgetProps {
  readonly frame: WidgetFrame
  readonly rearranging: Rearranging
  readonly children: ReactNode
}

/** A widget that can be taken elsewhere: by its handle, with a mouse anywhere, or with the keyboard. */
export function SortableWidget({ frame, rearranging, children }: SortableWidgetProps) {
  const t = useText()
  const { listeners, setNodeRef, setActivatorNodeRef } = useSortable({
    id: frame.key,
    animateLayoutChanges: () => false,
  })
  const isMoved = rearranging.moved === frame.key
  return (
    <div
      {...listeners}
      className={`relative h-full cursor-grab ${isMoved ? 'rounded-xl opacity-50 outline-2 outline-accent outline-dashed' : ''}`}
      ref={setNodeRef}
    >
      {children}
      <button
        aria-describedby="customise-keys"
        aria-label={t('customise.handle', { name: frame.title })}
        aria-pressed={isMoved}
        className="-top-3 absolute start-1/2 z-10 grid h-6 w-9 -translate-x-1/2 cursor-grab touch-none place-items-center rounded-full border border-line bg-raised text-soft shadow-xs hover:text-ink rtl:translate-x-1/2 aria-pressed:border-accent aria-pressed:text-accent pointer-coarse:h-8 pointer-coarse:w-12"
        data-live-hold={isMoved ? 'always' : undefined}
        id={handleId(frame.key)}
        onKeyDown={(event) => rearranging.onKey(frame.key, event)}
        ref={setActivatorNodeRef}
        type="button"
      >
        <GripVertical aria-hidden className="size-4 rotate-90" />
      </button>
    </div>
  )
}
