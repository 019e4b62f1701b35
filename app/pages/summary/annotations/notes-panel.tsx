import 'virtual:words/tools'
import { type FetcherWithComponents, useFetcher } from 'react-router'
import { DateField } from '../../../blocks/calendar/date-field.tsx'
import { Trash2 } from '../../../icons.ts'
import { useText } from '../../../language/index.ts'
import { type SearchState, toSearch, withSearch } from '../../../search/index.ts'
import { Badge, Button, Notice, SidePanel, TextField } from '../../../ui/index.ts'
import type { NoteFailure, NoteModel, NotesModel } from './model.ts'
import { NoteAuthor } from './note-author.tsx'

interface NotesPanelProps {
  readonly notes: NotesModel
  readonly state: SearchState
  readonly failure: NoteFailure | undefined
}

/** With JavaScript forms are carried out without leaving the page. */
type Saving = FetcherWithComponents<{ readonly failure: NoteFailure } | undefined>

/** The range's annotations with a form to add one; works without JavaScript. */
export function NotesPanel({ notes, state, failure }: NotesPanelProps) {
  const t = useText()
  const fetcher: Saving = useFetcher({ key: 'note' })
  // The index route handles the form; the page route itself has no action.
  const action = `?index&${toSearch(state).slice(1)}`
  return (
    <SidePanel closeTo={withSearch(state, { note: undefined })} title={t('note.title')}>
      <div className="space-y-7 p-5">
        <NewNote
          action={action}
          failure={fetcher.data ? fetcher.data.failure : failure}
          fetcher={fetcher}
          notes={notes}
        />
        <section aria-labelledby="notes-heading">
          <h3 className="font-semibold" id="notes-heading">
            {t('note.list')} <span className="font-normal text-faint">{notes.rangeText}</span>
          </h3>
          {notes.notes.length === 0 && <p className="mt-2 text-soft">{t('note.none')}</p>}
          {notes.isFull && <p className="mt-2 text-soft">{t('note.most', { count: notes.notes.length })}</p>}
          <ul className="mt-2">
            {notes.notes.map((note) => (
              <Note action={action} fetcher={fetcher} key={note.id} note={note} />
            ))}
          </ul>
        </section>
      </div>
    </SidePanel>
  )
}

interface NewNoteProps {
  readonly notes: NotesModel
  readonly action: string
  readonly failure: NoteFailure | undefined
  readonly fetcher: Saving
}

function NewNote({ notes, action, failure, fetcher }: NewNoteProps) {
  const t = useText()
  const isSaving = fetcher.formData?.get('intent') === 'annotate'
  const typed = failure?.typed ?? { day: notes.day, text: '', isShared: false }
  return (
    // Changes with each saved annotation, so that the form is emptied even if the list keeps its length.
    <fetcher.Form
      action={action}
      className="space-y-4"
      key={notes.notes.map(({ id }) => id).join()}
      method="post"
      preventScrollReset
    >
      <h3 className="font-semibold">{t('note.new')}</h3>
      <FormAlert failure={failure} />
      <input name="intent" type="hidden" value="annotate" />
      <NoteFields errors={failure?.fields ?? {}} today={notes.today} typed={typed} />
      {notes.mayShare && (
        <label className="flex items-center gap-2">
          <input
            className="size-4 accent-accent"
            defaultChecked={typed.isShared}
            name="shared"
            type="checkbox"
            value="yes"
          />
          {t('note.share')}
        </label>
      )}
      <Button isBusy={isSaving} kind="primary" type="submit">
        {t('note.save')}
      </Button>
    </fetcher.Form>
  )
}

/** Errors that belong to no field. */
function FormAlert({ failure }: { readonly failure: NoteFailure | undefined }) {
  if (!failure || Object.values(failure.fields).includes(failure.message)) return null
  return (
    <div role="alert">
      <Notice severity="serious">{failure.message}</Notice>
    </div>
  )
}

interface NoteFieldsProps {
  readonly typed: NoteFailure['typed']
  readonly errors: NoteFailure['fields']
  readonly today: string
}

function NoteFields({ typed, errors, today }: NoteFieldsProps) {
  const t = useText()
  return (
    <>
      <DateField defaultValue={typed.day} error={errors.day} label={t('note.day')} max={today} name="day" required />
      <TextField
        autoComplete="off"
        defaultValue={typed.text}
        dir="auto"
        error={errors.text}
        help={t('note.text_hint')}
        label={t('note.text')}
        maxLength={280}
        name="text"
        required
      />
    </>
  )
}

interface NoteProps {
  readonly note: NoteModel
  readonly action: string
  readonly fetcher: Saving
}

function Note({ note, action, fetcher }: NoteProps) {
  const t = useText()
  const isLeaving = fetcher.formData?.get('annotation') === note.id
  return (
    <li className={`flex items-start gap-3 border-line border-b py-2.5 last:border-0 ${isLeaving ? 'opacity-50' : ''}`}>
      <div className="min-w-0 flex-1">
        <p className="text-[13px] text-faint">
          {note.dayText} <Badge>{t(note.isShared ? 'note.shared' : 'note.own')}</Badge>
        </p>
        <p className="break-words" dir="auto">
          {note.text}
        </p>
        <NoteAuthor className="block text-[13px] text-faint" name={note.author} />
      </div>
      {note.mayRemove && (
        <fetcher.Form action={action} method="post" preventScrollReset>
          <input name="intent" type="hidden" value="remove-annotation" />
          <input name="annotation" type="hidden" value={note.id} />
          <Button
            aria-label={t('note.remove', { day: note.dayText })}
            kind="quiet"
            size="small"
            title={t('note.remove', { day: note.dayText })}
            type="submit"
          >
            <Trash2 aria-hidden className="size-4" />
          </Button>
        </fetcher.Form>
      )}
    </li>
  )
}
