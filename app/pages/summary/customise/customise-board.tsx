import 'virtual:words/customise'
import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  DragOverlay,
  PointerSensor,
  pointerWithin,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, useSortable } from '@dnd-kit/sortable'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { GripVertical } from '../../../icons.ts'
import { useText } from '../../../language/index.ts'
import type { Arrangement } from '../arrange.ts'
import { useArranging } from '../layout/arranging.tsx'
import { Widget } from '../layout/widget.tsx'
import { WidgetGrid } from '../layout/widget-grid.tsx'
import type { SummaryModel } from '../model.ts'
import { pinnedRow } from '../moves.ts'
import { contentId, type WidgetFrame } from '../widget-frame.ts'
import { CustomisePanel } from './customise-panel.tsx'
import { type DraftRow, rowTarget } from './draft-rows.ts'
import { silentDragging } from './silent-dragging.ts'
import { handleId, type Rearranging, useRearranging } from './use-rearranging.ts'

interface CustomiseBoardProps {
  readonly arrangement: Arrangement
  readonly model: SummaryModel
}

/** The summary in customisation mode: widgets and sections can be moved, hidden, added and configured. */
export function CustomiseBoard({ arrangement, model }: CustomiseBoardProps) {
  const t = useText()
  const id = useId()
  const rearranging = useRearranging()
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }))
  const { rows, moved, spoken, onStart, onOver, onEnd, onCancel } = rearranging
  const lifted = rows.flatMap(({ widgets }) => widgets).find(({ key }) => key === moved)
  return (
    <>
      <CustomisePanel arrangement={arrangement} />
      <p className="sr-only" id="customise-keys">
        {t('customise.keys')}
      </p>
      <p aria-live="assertive" className="sr-only" data-moves>
        {spoken}
      </p>
      <DndContext
        accessibility={silentDragging}
        collisionDetection={underPointer}
        id={id}
        onDragCancel={onCancel}
        onDragEnd={onEnd}
        onDragOver={onOver}
        onDragStart={({ active }) => onStart(String(active.id))}
        sensors={sensors}
      >
        {rows.map((row) => (
          <ArrangedRow
            key={row.id}
            model={model}
            name={nameOf(row, arrangement, t('summary.pinned'))}
            rearranging={rearranging}
            row={row}
          />
        ))}
        <DragOverlay dropAnimation={null}>
          {lifted && (
            <div className="w-fit cursor-grabbing rounded-lg border border-accent bg-raised px-3 py-2 font-medium shadow-raised">
              {lifted.title}
            </div>
          )}
        </DragOverlay>
      </DndContext>
    </>
  )
}

/** Widgets differ in size, so the one under the pointer counts; outside all of them, the nearest. */
const underPointer: CollisionDetection = (args) => {
  const under = pointerWithin(args)
  const widget = under.find(({ id }) => !String(id).startsWith('row:'))
  if (widget) return [widget]
  return under.length > 0 ? under : closestCenter(args)
}

function nameOf({ id }: DraftRow, { sections }: Arrangement, pinned: string): string {
  return id === pinnedRow ? pinned : (sections.find((section) => section.id === id)?.name ?? '')
}

interface ArrangedRowProps {
  readonly row: DraftRow
  readonly name: string
  readonly model: SummaryModel
  readonly rearranging: Rearranging
}

function ArrangedRow({ row, name, model, rearranging }: ArrangedRowProps) {
  const { summary, view } = useArranging()
  const { setNodeRef } = useDroppable({ id: rowTarget(row.id) })
  return (
    <section aria-label={name} ref={setNodeRef}>
      <h2 className="mb-4 font-semibold text-[15px]">{name}</h2>
      <SortableContext items={row.widgets.map(({ key }) => key)} strategy={inPlace}>
        {row.widgets.length === 0 ? (
          <EmptyRow />
        ) : (
          <WidgetGrid columns={summary.layout.grid} frames={row.widgets} isPinned={row.id === pinnedRow}>
            {(frame, place): ReactNode => (
              <SortableWidget frame={frame} key={frame.key} rearranging={rearranging} style={place}>
                <Widget frame={frame} isStill load={model.contents[contentId(frame)]} view={view} />
              </SortableWidget>
            )}
          </WidgetGrid>
        )}
      </SortableContext>
    </section>
  )
}

/** The grid itself previews the move, so no item is transformed. */
function inPlace(): null {
  return null
}

function EmptyRow() {
  const t = useText()
  return (
    <p className="grid h-24 place-items-center rounded-xl border border-line border-dashed text-faint">
      {t('customise.drop_here')}
    </p>
  )
}

interface SortableWidgetProps {
  readonly frame: WidgetFrame
  readonly rearranging: Rearranging
  /** Its place in the grid. */
  readonly style: CSSProperties
  readonly children: ReactNode
}

/** A draggable widget: by its handle, by mouse anywhere, or by keyboard. */
function SortableWidget({ frame, rearranging, style, children }: SortableWidgetProps) {
  const t = useText()
  const { listeners, setNodeRef, setActivatorNodeRef } = useSortable({
    id: frame.key,
    animateLayoutChanges: () => false,
  })
  const isMoved = rearranging.moved === frame.key
  return (
    <div
      {...listeners}
      className={`relative h-full min-w-0 cursor-grab ${isMoved ? 'rounded-xl opacity-50 outline-2 outline-accent outline-dashed' : ''}`}
      ref={setNodeRef}
      style={style}
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
