import { Form, href, Link, useNavigation } from 'react-router'
import { Choice, Choices } from '../../blocks/fields/choices.tsx'
import { FormRefusal } from '../../blocks/fields/form-refusal.tsx'
import { Bookmark } from '../../icons.ts'
import { Badge, Button, buttonClass, Card, CardHeader, EmptyState, TextField } from '../../ui/index.ts'
import type { BoardFailure, BoardItem } from './model.ts'
import type { BoardWords } from './words.server.ts'

interface BoardsPageProps {
  readonly boards: readonly BoardItem[]
  readonly domain: string
  readonly mayShare: boolean
  readonly failure: BoardFailure | undefined
  readonly words: BoardWords
}

/** The dashboards of a shop, and the form for another one. */
export function BoardsPage({ boards, domain, mayShare, failure, words }: BoardsPageProps) {
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <h1 className="font-semibold text-2xl tracking-tight">{words.title}</h1>
      <p className="mt-1 mb-6 text-pretty text-soft">{words.about}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card aria-labelledby="boards-heading">
          <CardHeader id="boards-heading" title={words.list} />
          {boards.length === 0 ? (
            <EmptyState icon={Bookmark} title={words.none}>
              {words.noneText}
            </EmptyState>
          ) : (
            <ul className="mt-1 divide-y divide-line">
              {boards.map((board) => (
                <Row board={board} domain={domain} key={board.id} words={words} />
              ))}
            </ul>
          )}
        </Card>
        <NewBoard failure={failure} mayShare={mayShare} words={words} />
        <Card aria-labelledby="own-heading" className="pb-4">
          <CardHeader id="own-heading" note={words.ownFiguresText} title={words.ownFigures}>
            <Link
              className={buttonClass('secondary', 'small')}
              to={href('/shop/:domain/dashboards/figures', { domain })}
            >
              {words.ownFigures}
            </Link>
          </CardHeader>
        </Card>
      </div>
    </main>
  )
}

interface RowProps extends Pick<BoardsPageProps, 'domain' | 'words'> {
  readonly board: BoardItem
}

function Row({ board, domain, words }: RowProps) {
  const { id: dashboard, name, isShared, mayEdit, about } = board
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            className="min-w-0 wrap-anywhere font-medium underline underline-offset-2"
            dir="auto"
            to={href('/shop/:domain/dashboards/:dashboard', { domain, dashboard })}
          >
            {name}
          </Link>
          <Badge tone={isShared ? 'accent' : 'neutral'}>{isShared ? words.shared : words.private}</Badge>
        </p>
        <p className="mt-0.5 text-[13px] text-faint">{about}</p>
      </div>
      {mayEdit && (
        <Link
          aria-label={words.editOf.replace('{name}', name)}
          className={buttonClass('quiet', 'small')}
          to={href('/shop/:domain/dashboards/:dashboard/edit', { domain, dashboard })}
        >
          {words.edit}
        </Link>
      )}
    </li>
  )
}

const templates = ['owner', 'marketing', 'finance'] as const

function NewBoard({ failure, mayShare, words }: Pick<BoardsPageProps, 'failure' | 'mayShare' | 'words'>) {
  const isBusy = useNavigation().formMethod === 'POST'
  const { typed = {}, fields = {} } = failure ?? {}
  return (
    <Card aria-labelledby="new-heading" className="pb-5">
      <CardHeader id="new-heading" title={words.new} />
      <Form className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5 px-4 sm:px-5" method="post" preventScrollReset>
        <FormRefusal failure={failure} />
        <TextField
          autoComplete="off"
          defaultValue={typed['name']}
          error={fields['name']}
          label={words.name}
          maxLength={60}
          name="name"
          required
        />
        <Choices legend={words.beginWith}>
          {templates.map((template) => (
            <Choice
              defaultChecked={(typed['template'] ?? 'owner') === template}
              key={template}
              name="template"
              type="radio"
              value={template}
            >
              <span className="font-medium">{words[template]}</span>{' '}
              <span className="text-soft">{words[`${template}Text`]}</span>
            </Choice>
          ))}
          <Choice defaultChecked={typed['template'] === ''} name="template" type="radio" value="">
            <span className="font-medium">{words.empty}</span>
          </Choice>
        </Choices>
        {mayShare && (
          <Choice defaultChecked={typed['isShared'] === 'on'} name="isShared">
            {words.share}
          </Choice>
        )}
        <Button className="w-fit" isBusy={isBusy} kind="primary">
          {words.create}
        </Button>
      </Form>
    </Card>
  )
}
