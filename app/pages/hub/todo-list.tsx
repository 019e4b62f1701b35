import { Link } from 'react-router'
import { buttonClass, Card, Skeleton } from '../../ui/index.ts'
import type { Todo } from './model.ts'

const shown = 5

/** Tasks of all shops; nothing when there are none. */
export function TodoList({ todos }: { readonly todos: readonly Todo[] }) {
  if (todos.length === 0) return null
  return (
    <Card aria-labelledby="todo-heading" className="p-4 sm:p-5">
      <h2 className="mb-1 font-semibold text-base" id="todo-heading">
        To do
      </h2>
      <Items todos={todos.slice(0, shown)} />
      {todos.length > shown && (
        <details className="mt-2 border-line border-t pt-3">
          <summary className="touch-target w-fit cursor-pointer rounded font-medium text-[13px] text-soft hover:text-ink">
            {todos.length - shown} more
          </summary>
          <Items todos={todos.slice(shown)} />
        </details>
      )}
    </Card>
  )
}

function Items({ todos }: { readonly todos: readonly Todo[] }) {
  return (
    <ul className="divide-y divide-line">
      {todos.map(({ id, shop, text, action, to }) => (
        <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5 last:pb-0" key={id}>
          <p className="min-w-0 flex-1 basis-64">
            {shop !== undefined && <span className="font-medium">{shop}: </span>}
            <span className="text-soft">{text}</span>
          </p>
          <Link className={buttonClass('secondary', 'small')} to={to}>
            {action}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Placeholder until the tasks are known. */
export function TodoSkeleton() {
  return <Skeleton className="h-14 w-full rounded-xl" />
}
