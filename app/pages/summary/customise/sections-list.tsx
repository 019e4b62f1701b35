import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useId, useState } from 'react'
import { ChevronDown, ChevronUp, GripVertical } from '../../../icons.ts'
import { useText } from '../../../language/index.ts'
import { changeSection, type SectionFrame } from '../arrange.ts'
import { useArranging } from '../layout/arranging.tsx'
import { moveSection } from '../moves.ts'
import { silentDragging } from './silent-dragging.ts'

/** The page's sections: order and visibility. */
export function SectionsList({ sections }: { readonly sections: readonly SectionFrame[] }) {
  const t = useText()
  const id = useId()
  const arranging = useArranging()
  const [spoken, setSpoken] = useState('')
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }))
  const move = (section: SectionFrame, index: number) => {
    arranging.change(moveSection(section.id, index, arranging))
    setSpoken(t('customise.section_moved', { name: section.name, position: index + 1, count: sections.length }))
  }
  const drop = ({ active, over }: DragEndEvent) => {
    const section = sections.find((each) => each.id === active.id)
    const index = sections.findIndex((each) => each.id === over?.id)
    if (section && index >= 0 && active.id !== over?.id) move(section, index)
  }
  return (
    <section aria-labelledby="sections-heading">
      <h3 className="mb-1.5 font-medium" id="sections-heading">
        {t('customise.sections')}
      </h3>
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
      <DndContext
        accessibility={silentDragging}
        collisionDetection={closestCenter}
        id={id}
        onDragEnd={drop}
        sensors={sensors}
      >
        <SortableContext items={sections.map((section) => section.id)} strategy={verticalListSortingStrategy}>
          <ul className="grid gap-1">
            {sections.map((section, index) => (
              <SectionRow
                count={sections.length}
                index={index}
                key={section.id}
                move={(to) => move(section, to)}
                section={section}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
    </section>
  )
}

interface SectionRowProps {
  readonly section: SectionFrame
  readonly index: number
  readonly count: number
  readonly move: (to: number) => void
}

function SectionRow({ section, index, count, move }: SectionRowProps) {
  const t = useText()
  const { change } = useArranging()
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: section.id,
  })
  const { name, isHidden } = section
  const step = 'grid size-7 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink disabled:opacity-30'
  return (
    <li
      className={`flex items-center gap-1.5 rounded-lg border border-line bg-surface ps-1 pe-1.5 ${isDragging ? 'z-10 shadow-raised' : ''}`}
      ref={setNodeRef}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      <span
        {...listeners}
        aria-hidden
        className="grid h-9 w-6 cursor-grab touch-none place-items-center text-faint"
        ref={setActivatorNodeRef}
      >
        <GripVertical className="size-4" />
      </span>
      <label className="flex min-w-0 flex-1 items-center gap-2">
        <input
          aria-label={t('customise.section_shown', { name })}
          checked={!isHidden}
          className="size-4 accent-accent"
          onChange={() => change(changeSection(section.id, { hidden: !isHidden }))}
          type="checkbox"
        />
        <span className={`truncate ${isHidden ? 'text-faint' : ''}`}>{name}</span>
      </label>
      <button
        aria-label={t('customise.up', { name })}
        className={step}
        disabled={index === 0}
        onClick={() => move(index - 1)}
        type="button"
      >
        <ChevronUp aria-hidden className="size-4" />
      </button>
      <button
        aria-label={t('customise.down', { name })}
        className={step}
        disabled={index === count - 1}
        onClick={() => move(index + 1)}
        type="button"
      >
        <ChevronDown aria-hidden className="size-4" />
      </button>
    </li>
  )
}
