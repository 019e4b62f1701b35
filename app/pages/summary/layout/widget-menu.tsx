import 'virtual:words/tools'
import type { WidgetKind } from '@tillsight/domain/inputs'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { Link } from 'react-router'
import { Check, ChevronRight } from '../../../icons.ts'
import { useText } from '../../../language/index.ts'
import { withSearch } from '../../../search/index.ts'
import { showToast } from '../../../ui/index.ts'
import { isOpen, mostPinned } from '../arrange.ts'
import type { PageView, WidgetLoad, WidgetModel } from '../model.ts'
import { changeSettings, hide, moveTo, remove, rowsOf, spotOf, togglePin } from '../moves.ts'
import { figureOf, toWidget } from '../to-widget.ts'
import type { WidgetFrame } from '../widget-frame.ts'
import { useArranging } from './arranging.tsx'
import { useChangeWithUndo } from './change-with-undo.ts'
import { ExportItems, itemLook } from './export-items.tsx'
import { openSettings } from './open-settings.ts'

/** Classes of a menu and its submenus. */
const menuBox =
  'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto rounded-xl border border-line bg-raised p-1.5 shadow-raised outline-none'

interface WidgetMenuProps {
  readonly frame: WidgetFrame
  readonly view: PageView
  /** Renders actions for the widget's content. */
  readonly content: (draw: (load: WidgetLoad | undefined) => ReactNode) => ReactNode
  /** The button that opened it, which gets the focus back. */
  readonly button: RefObject<HTMLButtonElement | null>
  readonly close: () => void
}

/** All actions on a widget. */
export function WidgetMenu({ frame, view, content, button, close }: WidgetMenuProps) {
  return (
    <DropdownMenu.Root
      modal={false}
      onOpenChange={(isOpen) => {
        if (!isOpen) close()
      }}
      open
    >
      <DropdownMenu.Trigger asChild>
        <span aria-hidden className="pointer-events-none absolute inset-0" role="presentation" tabIndex={-1} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById('content')}>
        <DropdownMenu.Content
          align="end"
          aria-label={frame.title}
          aria-labelledby={undefined}
          className={menuBox}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!document.querySelector('dialog:modal, [role="dialog"]')) button.current?.focus()
          }}
          onPointerDownOutside={(event) => {
            // A press on the button closes the menu already.
            if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault()
          }}
          sideOffset={4}
        >
          <PlaceItems widget={frame} />
          <Line />
          <LookItems widget={frame} />
          <Line />
          {content((load) => (
            <FigureItems view={view} widget={toWidget(frame, load)} />
          ))}
          <Line />
          <LeaveItem widget={frame} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface Entry {
  readonly widget: WidgetFrame
}

function PlaceItems({ widget }: Entry) {
  const t = useText()
  const arranging = useArranging()
  const { arrangement, change } = arranging
  const spot = spotOf(widget.key, arrangement)
  const rows = rowsOf(arrangement)
  const count = rows.find(({ id }) => id === spot?.row)?.widgets.length ?? 0
  const move = (by: number) => spot && change(moveTo(widget.key, { row: spot.row, index: spot.index + by }, arranging))
  const others = arrangement.sections.filter((section) => isOpen(section) && section.id !== spot?.row)
  return (
    <>
      <Item
        // Another pin would be stored but not shown.
        isDisabled={!widget.isPinned && arrangement.pinned.length >= mostPinned}
        onSelect={() => change(togglePin(widget.key, arranging))}
      >
        {t(widget.isPinned ? 'menu.unpin' : 'menu.pin')}
      </Item>
      <Item isDisabled={!spot || spot.index === 0} onSelect={() => move(-1)}>
        {t('menu.earlier')}
      </Item>
      <Item isDisabled={!spot || spot.index >= count - 1} onSelect={() => move(1)}>
        {t('menu.later')}
      </Item>
      <Sub label={t('menu.move_to')}>
        {others.map(({ id, name, widgets }) => (
          <Item key={id} onSelect={() => change(moveTo(widget.key, { row: id, index: widgets.length }, arranging))}>
            {name}
          </Item>
        ))}
      </Sub>
    </>
  )
}

const sizes = [1, 2, 3, 4] as const
const kinds: readonly WidgetKind[] = ['number', 'line', 'area', 'bars', 'table', 'goal']

function LookItems({ widget }: Entry) {
  const t = useText()
  const arranging = useArranging()
  const { change, summary } = arranging
  return (
    <>
      <Sub label={t('menu.size')}>
        <DropdownMenu.RadioGroup value={String(widget.size)}>
          {sizes
            .filter((size) => size <= Math.max(1, summary.layout.grid))
            .map((size) => (
              <Radio key={size} onSelect={() => change(changeSettings(widget.key, { size }))} value={String(size)}>
                {t('menu.columns.other', { count: size })}
              </Radio>
            ))}
        </DropdownMenu.RadioGroup>
      </Sub>
      <Sub label={t('menu.show_as')}>
        <DropdownMenu.RadioGroup value={widget.kind}>
          {kinds.map((kind) => (
            <Radio key={kind} onSelect={() => change(changeSettings(widget.key, { kind, size: null }))} value={kind}>
              {t(`kind.${kind}`)}
            </Radio>
          ))}
        </DropdownMenu.RadioGroup>
      </Sub>
      <Item onSelect={() => void openSettings(widget, arranging)}>{t('menu.settings')}</Item>
    </>
  )
}

function FigureItems({ widget, view }: WidgetMenuEntry) {
  const t = useText()
  const figure = figureOf(widget)
  const copy = async () => {
    await navigator.clipboard.writeText(figure ?? '')
    showToast(t('menu.copied', { value: figure ?? '' }))
  }
  return (
    <>
      <DropdownMenu.Item asChild>
        <Link className={itemLook} preventScrollReset to={{ search: withSearch(view.state, { open: widget.metric }) }}>
          {t('menu.explain')}
        </Link>
      </DropdownMenu.Item>
      <Sub label={t('menu.export')}>
        <ExportItems view={view} widget={widget} />
      </Sub>
      <Item isDisabled={figure === undefined} onSelect={() => void copy()}>
        {t('menu.copy_value')}
      </Item>
    </>
  )
}

interface WidgetMenuEntry {
  readonly widget: WidgetModel
  readonly view: PageView
}

function LeaveItem({ widget }: Entry) {
  const t = useText()
  const arranging = useArranging()
  const changeWithUndo = useChangeWithUndo()
  const name = widget.title
  return widget.isOwn ? (
    <Item onSelect={() => changeWithUndo(remove(widget, arranging), t('menu.removed', { name }))}>
      {t('menu.remove')}
    </Item>
  ) : (
    <Item onSelect={() => changeWithUndo(hide(widget, arranging), t('menu.hidden', { name }))}>{t('menu.hide')}</Item>
  )
}

interface ItemProps {
  readonly onSelect: () => void
  readonly isDisabled?: boolean
  readonly children: ReactNode
}

function Item({ onSelect, isDisabled = false, children }: ItemProps) {
  return (
    <DropdownMenu.Item className={itemLook} disabled={isDisabled} onSelect={onSelect}>
      {children}
    </DropdownMenu.Item>
  )
}

function Radio({ value, onSelect, children }: Omit<ItemProps, 'isDisabled'> & { readonly value: string }) {
  return (
    <DropdownMenu.RadioItem className={itemLook} onSelect={onSelect} value={value}>
      <span className="flex-1">{children}</span>
      <DropdownMenu.ItemIndicator>
        <Check aria-hidden className="size-4 text-accent" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.RadioItem>
  )
}

function Sub({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={`${itemLook} data-[state=open]:bg-hover`}>
        <span className="flex-1">{label}</span>
        <ChevronRight aria-hidden className="size-4 text-faint rtl:-scale-x-100" />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal container={document.getElementById('content')}>
        <DropdownMenu.SubContent className={menuBox} collisionPadding={8}>
          {children}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  )
}

function Line() {
  return <DropdownMenu.Separator className="mx-2 my-1 border-line border-t" />
}
