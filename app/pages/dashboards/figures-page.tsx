import { Form, href, Link } from 'react-router'
import { FormRefusal } from '../../blocks/fields/form-refusal.tsx'
import { Sigma } from '../../icons.ts'
import { Sentence, useText } from '../../language/index.ts'
import { Badge, Button, buttonClass, Card, CardHeader, EmptyState, SelectField, TextField } from '../../ui/index.ts'
import type { BoardFailure, Option, OwnFigure } from './model.ts'
import { Options } from './widget-form.tsx'
import type { BoardWords } from './words.server.ts'

interface FiguresPageProps {
  readonly domain: string
  readonly figures: readonly OwnFigure[]
  /** The one that is being changed. */
  readonly opened: OwnFigure | null
  readonly names: readonly Option[]
  readonly mayChange: boolean
  readonly failure: BoardFailure | undefined
  readonly words: BoardWords
}

/** The own figures of a shop, and the form for another one. */
export function FiguresPage(props: FiguresPageProps) {
  const { domain, figures, opened, names, mayChange, failure, words } = props
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <p className="mb-2 text-[13px]">
        <Link className="underline underline-offset-2" to={href('/shop/:domain/dashboards', { domain })}>
          {words.list}
        </Link>
      </p>
      <h1 className="font-semibold text-2xl tracking-tight">{words.figuresTitle}</h1>
      <p className="mt-1 mb-6 text-pretty text-soft">{words.figuresAbout}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <FormRefusal failure={failure} />
        {figures.length === 0 ? (
          <Card>
            <EmptyState icon={Sigma} title={words.figuresNone}>
              {words.figuresNoneText}
            </EmptyState>
          </Card>
        ) : (
          <Card aria-label={words.figuresTitle}>
            <ul className="divide-y divide-line">
              {figures.map((figure) => (
                <Row figure={figure} key={figure.id} mayChange={mayChange} words={words} />
              ))}
            </ul>
          </Card>
        )}
        {mayChange ? (
          <FigureForm failure={failure} key={opened?.id ?? 'new'} opened={opened} words={words} />
        ) : (
          <p className="text-soft">{words.figuresReadOnly}</p>
        )}
        <Names names={names} words={words} />
      </div>
    </main>
  )
}

interface RowProps extends Pick<FiguresPageProps, 'mayChange' | 'words'> {
  readonly figure: OwnFigure
}

function Row({ figure, mayChange, words }: RowProps) {
  const { id, key, name, unitText, formula, problem } = figure
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="wrap-anywhere" dir="auto">
            {name}
          </span>
          <Badge>{unitText}</Badge>
        </p>
        <p className="wrap-anywhere mt-0.5 text-[13px] text-soft" dir="ltr">
          <code className="text-xs">
            {key} = {formula}
          </code>
        </p>
        {problem !== null && (
          <p className="mt-0.5 text-[13px] text-bad">
            <Sentence {...problem} />
          </p>
        )}
      </div>
      {mayChange && (
        <Link
          aria-label={words.changeOf.replace('{name}', name)}
          className={buttonClass('quiet', 'small')}
          to={{ search: `?figure=${id}` }}
        >
          {words.change}
        </Link>
      )}
    </li>
  )
}

type FigureFormProps = Pick<FiguresPageProps, 'opened' | 'failure' | 'words'>

const untyped = { name: '', unit: 'money', better: 'neither', formula: '' }

function FigureForm({ opened, failure, words }: FigureFormProps) {
  const t = useText()
  const title = opened ? words.changeFigure.replace('{name}', opened.name) : words.addFigure
  return (
    <Card aria-labelledby="form-heading" className="pb-5">
      <CardHeader id="form-heading" title={title} />
      <Form className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 px-4 sm:px-5" method="post" preventScrollReset>
        <FigureFields
          errors={failure?.fields ?? {}}
          typed={failure?.typed ?? { ...untyped, ...opened, problem: '' }}
          words={words}
        />
        <input name="figure" type="hidden" value={opened?.id ?? ''} />
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" name="intent" value={opened ? 'save' : 'add'}>
            {opened ? words.save : words.addFigure}
          </Button>
          {opened && (
            <Link className={buttonClass('quiet')} to={{ search: '' }}>
              {t('action.cancel')}
            </Link>
          )}
        </div>
      </Form>
      {opened && <DeleteForm id={opened.id} words={words} />}
    </Card>
  )
}

function DeleteForm({ id, words }: { readonly id: string; readonly words: BoardWords }) {
  return (
    <Form className="mt-5 grid justify-items-start gap-2 px-4 text-[13px] sm:px-5" method="post">
      <input name="figure" type="hidden" value={id} />
      <p className="text-soft">{words.deleteFigureText}</p>
      <Button kind="danger" name="intent" size="small" value="remove">
        {words.deleteFigure}
      </Button>
    </Form>
  )
}

interface FigureFieldsProps {
  readonly typed: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
  readonly words: BoardWords
}

const units = ['money', 'number', 'percent', 'ratio'] as const
const directions = ['higher', 'lower', 'neither'] as const

function FigureFields({ typed, errors, words }: FigureFieldsProps) {
  return (
    <>
      <TextField
        autoComplete="off"
        defaultValue={typed['name']}
        error={errors['name']}
        label={words.name}
        maxLength={60}
        name="name"
        required
      />
      <TextField
        autoComplete="off"
        defaultValue={typed['formula']}
        dir="ltr"
        error={errors['formula']}
        help={words.formulaHelp}
        label={words.formula}
        maxLength={500}
        name="formula"
        required
        spellCheck={false}
      />
      <SelectField defaultValue={typed['unit']} error={errors['unit']} label={words.unit} name="unit">
        <Options options={units.map((value) => ({ value, label: words[value] }))} />
      </SelectField>
      <SelectField defaultValue={typed['better']} label={words.better} name="better">
        <Options options={directions.map((value) => ({ value, label: words[value] }))} />
      </SelectField>
    </>
  )
}

/** What can stand in a formula, by what it is called. */
function Names({ names, words }: Pick<FiguresPageProps, 'names' | 'words'>) {
  return (
    <details className="text-[13px]">
      <summary className="touch-target w-fit rounded font-medium">{words.names}</summary>
      <ul className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {names.map(({ value, label }) => (
          <li className="wrap-anywhere" key={value}>
            <code className="text-xs" dir="ltr">
              {value}
            </code>{' '}
            <bdi className="text-soft">{label}</bdi>
          </li>
        ))}
      </ul>
    </details>
  )
}
