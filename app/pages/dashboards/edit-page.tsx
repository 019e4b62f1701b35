import { Form, href, Link } from 'react-router'
import { Choice } from '../../blocks/fields/choices.tsx'
import { FormRefusal } from '../../blocks/fields/form-refusal.tsx'
import { ArrowDown, ArrowUp } from '../../icons.ts'
import { Button, buttonClass, Card, CardHeader, SelectField, TextField } from '../../ui/index.ts'
import type { BoardFailure, EditFields, EditRow, Option } from './model.ts'
import { Options, WidgetForm } from './widget-form.tsx'
import type { BoardWords } from './words.server.ts'

interface EditPageProps {
  readonly title: string
  readonly domain: string
  readonly board: { readonly id: string; readonly name: string; readonly isShared: boolean; readonly version: number }
  readonly rows: readonly EditRow[]
  /** The widget whose fields are open. */
  readonly opened: EditFields | null
  readonly figures: readonly Option[]
  readonly dimensions: readonly Option[]
  readonly mayShare: boolean
  readonly isSaved: boolean
  readonly failure: BoardFailure | undefined
  readonly words: BoardWords
}

/** How a dashboard is arranged. Each part is a form of its own, so that all of it works without JavaScript. */
export function EditPage(props: EditPageProps) {
  const { title, domain, board, failure, isSaved, words } = props
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <p className="mb-2 text-[13px]">
        <Link className="underline underline-offset-2" to={href('/shop/:domain/dashboards', { domain })}>
          {words.list}
        </Link>
      </p>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="wrap-anywhere font-semibold text-2xl tracking-tight">{title}</h1>
        <Link
          className={buttonClass('primary')}
          to={href('/shop/:domain/dashboards/:dashboard', { domain, dashboard: board.id })}
        >
          {words.view}
        </Link>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <FormRefusal failure={failure} />
        {isSaved && !failure && <output className="text-[13px] text-good">{words.saved}</output>}
        <Widgets {...props} />
        <AddWidget {...props} />
        <Settings {...props} />
        <Deleting words={words} />
      </div>
    </main>
  )
}

/** What every form of the page says: the version that was looked at. */
function Version({ board }: Pick<EditPageProps, 'board'>) {
  return <input name="version" type="hidden" value={board.version} />
}

function Widgets(props: EditPageProps) {
  const { rows, opened, words } = props
  return (
    <Card aria-labelledby="widgets-heading" className="pb-2">
      <CardHeader id="widgets-heading" title={words.widgets} />
      {rows.length === 0 ? (
        <p className="px-4 py-6 text-soft sm:px-5">{words.emptyBoard}</p>
      ) : (
        <ol className="mt-1 divide-y divide-line">
          {rows.map((row, index) => (
            <li className="px-4 py-2.5 sm:px-5" key={row.id}>
              <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span className="wrap-anywhere min-w-0 flex-1 font-medium text-[13px]" dir="auto">
                  {row.label}
                </span>
                <RowActions {...props} index={index} row={row} />
              </div>
              {opened?.id === row.id && <WidgetForm {...props} fields={opened} />}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

interface RowActionsProps extends Pick<EditPageProps, 'board' | 'rows' | 'opened' | 'words'> {
  readonly row: EditRow
  readonly index: number
}

function RowActions({ board, rows, opened, row, index, words }: RowActionsProps) {
  const named = (text: string) => text.replace('{name}', row.label)
  return (
    <Form className="flex flex-wrap items-center gap-1" method="post" preventScrollReset>
      <Version board={board} />
      <input name="widget" type="hidden" value={row.id} />
      <Button
        aria-label={named(words.up)}
        disabled={index === 0}
        kind="quiet"
        name="intent"
        size="small"
        title={named(words.up)}
        value="up"
      >
        <ArrowUp aria-hidden className="size-4" />
      </Button>
      <Button
        aria-label={named(words.down)}
        disabled={index === rows.length - 1}
        kind="quiet"
        name="intent"
        size="small"
        title={named(words.down)}
        value="down"
      >
        <ArrowDown aria-hidden className="size-4" />
      </Button>
      {opened?.id !== row.id && (
        <Link
          aria-label={named(words.changeOf)}
          className={buttonClass('quiet', 'small')}
          preventScrollReset
          to={{ search: `?widget=${row.id}` }}
        >
          {words.change}
        </Link>
      )}
      <Button aria-label={named(words.removeOf)} kind="quiet" name="intent" size="small" value="remove">
        {words.remove}
      </Button>
    </Form>
  )
}

const kinds = ['stat', 'chart', 'table', 'goal', 'text'] as const

function AddWidget({ board, figures, words }: EditPageProps) {
  return (
    <Card aria-labelledby="add-heading" className="pb-5">
      <CardHeader id="add-heading" note={words.addText} title={words.addWidget} />
      <Form
        className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 px-4 sm:grid-cols-2 sm:px-5"
        method="post"
        preventScrollReset
      >
        <Version board={board} />
        <input name="intent" type="hidden" value="add" />
        <SelectField defaultValue="stat" label={words.kind} name="kind">
          <Options options={kinds.map((value) => ({ value, label: words[value] }))} />
        </SelectField>
        <SelectField defaultValue="sales" label={words.figure} name="metric">
          <Options options={figures} />
        </SelectField>
        <Button className="w-fit" kind="primary">
          {words.addIt}
        </Button>
      </Form>
    </Card>
  )
}

function Settings({ board, mayShare, failure, words }: EditPageProps) {
  const isOwn = failure?.typed['intent'] === 'settings'
  return (
    <Card aria-labelledby="settings-heading" className="pb-5">
      <CardHeader id="settings-heading" title={words.settings} />
      <Form className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 px-4 sm:px-5" method="post" preventScrollReset>
        <Version board={board} />
        <input name="intent" type="hidden" value="settings" />
        <TextField
          autoComplete="off"
          defaultValue={isOwn ? failure.typed['name'] : board.name}
          error={isOwn ? failure.fields['name'] : undefined}
          label={words.name}
          maxLength={60}
          name="name"
          required
        />
        {mayShare && (
          <Choice defaultChecked={board.isShared} name="isShared">
            {words.share}
          </Choice>
        )}
        <Button className="w-fit">{words.save}</Button>
      </Form>
    </Card>
  )
}

/** What cannot be taken back. */
function Deleting({ words }: Pick<EditPageProps, 'words'>) {
  return (
    <details>
      <summary className={`${buttonClass('quiet', 'small')} list-none [&::-webkit-details-marker]:hidden`}>
        {words.delete}…
      </summary>
      <Form className="mt-2 grid justify-items-start gap-3 rounded-lg bg-sunken p-4 text-[13px]" method="post">
        <p>{words.deleteText}</p>
        <Button kind="danger" name="intent" size="small" value="delete">
          {words.deleteIt}
        </Button>
      </Form>
    </details>
  )
}
