import { Form, Link, useLocation, useNavigation } from 'react-router'
import { FormRefusal } from '../../blocks/fields/form-refusal.tsx'
import { PageTitle } from '../../frame/basic/index.ts'
import { CircleCheck, Search } from '../../icons.ts'
import type { FormFailure } from '../../request.server.ts'
import {
  Badge,
  Button,
  buttonClass,
  Card,
  CardHeader,
  DataTable,
  EmptyState,
  SelectField,
  TextField,
} from '../../ui/index.ts'
import type { ButtonModel, Cell, ListModel, PageModel, RowModel, TableModel } from './model.ts'

interface ListPageProps {
  readonly page: PageModel
  readonly failure?: FormFailure | undefined
}

/** A page of administration: what was done, a search that stands in the address, and tables. */
export function ListPage({ page, failure }: ListPageProps) {
  const { title, about, done, list, tables, notes } = page
  return (
    <>
      <PageHead about={about} title={title} />
      <DoneText text={failure ? '' : done} />
      <FormRefusal className="mb-5" failure={failure} severity="serious" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {list && <ListSearch list={list} />}
        {notes.map((note) => (
          <p className="text-soft" key={note}>
            {note}
          </p>
        ))}
        {tables.map((table) => (table.rows.length > 0 ? <Table key={table.id} table={table} /> : null))}
        {list && tables.every(({ rows }) => rows.length === 0) && <NothingFound list={list} />}
        {list && <Pages list={list} />}
      </div>
    </>
  )
}

/** Title and purpose. */
export function PageHead({ title, about }: Pick<PageModel, 'title' | 'about'>) {
  return (
    <header className="mb-6">
      <PageTitle>{title}</PageTitle>
      <h1 className="break-words font-semibold text-2xl tracking-tight">{title}</h1>
      {about !== '' && <p className="mt-1.5 max-w-prose text-pretty text-soft">{about}</p>}
    </header>
  )
}

/** Confirms the last form. */
export function DoneText({ text }: { readonly text: string }) {
  return (
    <output className="block">
      {text !== '' && (
        <span className="mb-6 flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
          {text}
        </span>
      )}
    </output>
  )
}

function ListSearch({ list }: { readonly list: ListModel }) {
  const { labels, search, filters, count } = list
  return (
    <Form className="grid grid-cols-1 items-end gap-3 sm:flex sm:flex-wrap" key={useLocation().search} method="get">
      <div className="sm:w-72">
        <TextField defaultValue={search} label={labels.search} name="search" type="search" />
      </div>
      {filters.map(({ name, label, value, options }) => (
        <div className="sm:w-56" key={name}>
          <SelectField defaultValue={value} label={label} name={name}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </SelectField>
        </div>
      ))}
      <Button className="h-10" type="submit">
        {labels.show}
      </Button>
      <p className="text-[13px] text-faint sm:ms-auto sm:pb-2.5">{count}</p>
    </Form>
  )
}

function Table({ table }: { readonly table: TableModel }) {
  const { id, title, labelHeader, columns, rows } = table
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} />
      <div className="mt-2">
        <DataTable
          caption={`${title}: ${labelHeader}`}
          columns={columns}
          labelHeader={{ label: labelHeader }}
          rows={rows.map((row) => ({
            key: row.key,
            label: <RowLabel row={row} />,
            cells: row.cells.map((cell, place) => <CellText cell={cell} key={columns[place]?.key} />),
          }))}
        />
      </div>
    </Card>
  )
}

function RowLabel({ row: { label, note, to } }: { readonly row: RowModel }) {
  return (
    <span className="block min-w-0 break-words">
      {to === undefined ? (
        <bdi>{label}</bdi>
      ) : (
        <Link className="rounded font-medium underline underline-offset-3" to={to}>
          <bdi>{label}</bdi>
        </Link>
      )}
      {note !== undefined && note !== '' && <span className="block break-words text-faint text-xs">{note}</span>}
    </span>
  )
}

function CellText({ cell }: { readonly cell: Cell }) {
  if (typeof cell === 'string') return <span className="whitespace-normal break-words">{cell}</span>
  if ('text' in cell) return <Badge tone={cell.tone}>{cell.text}</Badge>
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {cell.buttons.map((button) => (
        <RowButton button={button} key={button.intent} />
      ))}
    </span>
  )
}

function RowButton({ button }: { readonly button: ButtonModel }) {
  const { intent, value, label, about } = button
  const { formData } = useNavigation()
  const isBusy = formData?.get('intent') === intent && formData.get('value') === value
  return (
    <Form className="inline" method="post" preventScrollReset>
      <input name="value" type="hidden" value={value} />
      <Button isBusy={isBusy} name="intent" size="small" value={intent}>
        {label}
        <span className="sr-only"> {about}</span>
      </Button>
    </Form>
  )
}

function NothingFound({ list: { labels } }: { readonly list: ListModel }) {
  const { pathname } = useLocation()
  return (
    <EmptyState
      action={
        <Link className={buttonClass()} to={pathname}>
          {labels.all}
        </Link>
      }
      icon={Search}
      title={labels.none}
    >
      {labels.noneAdvice}
    </EmptyState>
  )
}

function Pages({ list: { previous, next, labels } }: { readonly list: ListModel }) {
  if (previous === null && next === null) return null
  return (
    <p className="flex flex-wrap gap-2">
      {previous !== null && (
        <Link className={buttonClass()} to={previous}>
          {labels.previous}
        </Link>
      )}
      {next !== null && (
        <Link className={buttonClass()} to={next}>
          {labels.next}
        </Link>
      )}
    </p>
  )
}
