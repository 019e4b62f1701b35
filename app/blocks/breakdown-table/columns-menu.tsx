import { useState } from 'react'
import { useFetcher } from 'react-router'
import { ArrowDown, ArrowUp, Columns3 } from '../../icons.ts'
import { type SearchState, toSearch } from '../../search/index.ts'
import { Button, DetailsMenu } from '../../ui/index.ts'
import type { ColumnChoice, TableModel } from './model.ts'
import { moveKey } from './move-key.ts'
import { useTableWords } from './words.ts'

interface ColumnsMenuProps {
  readonly table: TableModel
  readonly state: SearchState
  /** Path of the page, whose action stores the columns. */
  readonly page: string
}

/** Chooses the table's columns and their order, stored for the person. A form, so that it works without scripts. */
export function ColumnsMenu({ table, state, page }: ColumnsMenuProps) {
  const say = useTableWords()
  return (
    <DetailsMenu icon={Columns3} label={say('columns.menu')} width="wide">
      <ColumnsForm
        action={`${page}${toSearch(state)}`}
        key={table.columns.map(({ key }) => key).join()}
        table={table}
      />
    </DetailsMenu>
  )
}

function ColumnsForm({ table, action }: { readonly table: TableModel; readonly action: string }) {
  const say = useTableWords()
  const fetcher = useFetcher()
  const shown = table.columns.map(({ key }) => key)
  const [order, setOrder] = useState<readonly string[]>(() => [
    ...shown,
    ...table.choices.map(({ key }) => key).filter((key) => !shown.includes(key)),
  ])
  return (
    <fetcher.Form action={action} method="post" preventScrollReset>
      <ul className="max-h-[55dvh] overflow-y-auto overscroll-contain">
        {order.map((key) => {
          const choice = table.choices.find((one) => one.key === key)
          return (
            choice && (
              <ColumnLine
                choice={choice}
                isShown={shown.includes(key)}
                key={key}
                move={(direction) => setOrder((now) => moveKey(now, key, direction))}
              />
            )
          )
        })}
      </ul>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2 border-line border-t pt-3">
        <Button kind="quiet" name="intent" size="small" value="usual">
          {say('columns.usual')}
        </Button>
        <Button isBusy={fetcher.state !== 'idle'} kind="primary" name="intent" size="small" value="save">
          {say('columns.save')}
        </Button>
      </div>
    </fetcher.Form>
  )
}

interface ColumnLineProps {
  readonly choice: ColumnChoice
  readonly isShown: boolean
  readonly move: (direction: 'up' | 'down') => void
}

function ColumnLine({ choice: { key, label, group }, isShown, move }: ColumnLineProps) {
  return (
    <li className="flex items-center gap-1 rounded-lg ps-2 hover:bg-hover">
      <label className="touch-target flex min-w-0 flex-1 items-center gap-2.5 py-1.5 text-[13px]">
        <input
          className="size-4 shrink-0 accent-(--color-accent)"
          defaultChecked={isShown}
          name="column"
          type="checkbox"
          value={key}
        />
        <span className="min-w-0 shrink-0 truncate max-sm:shrink">{label}</span>
        <span className="ms-auto min-w-0 truncate text-faint text-xs">{group}</span>
      </label>
      <Mover columnKey={key} direction="up" label={label} move={move} />
      <Mover columnKey={key} direction="down" label={label} move={move} />
    </li>
  )
}

interface MoverProps extends Pick<ColumnLineProps, 'move'> {
  readonly columnKey: string
  readonly label: string
  readonly direction: 'up' | 'down'
}

/** Moves at once where scripts run; without them it saves the form with the column moved. */
function Mover({ columnKey, label, direction, move }: MoverProps) {
  const say = useTableWords()
  const Icon = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <button
      aria-label={say(`columns.${direction}`, { name: label })}
      className="touch-target grid size-7 shrink-0 place-items-center rounded text-faint hover:bg-line hover:text-ink focus-visible:-outline-offset-2"
      name="move"
      onClick={(event) => {
        event.preventDefault()
        move(direction)
      }}
      type="submit"
      value={`${direction}:${columnKey}`}
    >
      <Icon aria-hidden className="size-3.5" />
    </button>
  )
}
