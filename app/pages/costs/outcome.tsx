import { useState } from 'react'
import { Form, Link, useLocation, useNavigation } from 'react-router'
import { Button, Notice, TextField } from '../../ui/index.ts'
import type { CostOutcome } from './model.ts'
import { useWords } from './words.ts'

/** What the last form led to, in a sentence. After a conflict the person chooses: save all the same, or look at theirs. */
export function Outcome({ outcome }: { readonly outcome: CostOutcome | undefined }) {
  const here = useLocation()
  const t = useWords()
  if (outcome === undefined) return null
  if (outcome.kind === 'preview' || outcome.kind === 'saved') {
    return (
      <output className="block rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]" id="outcome" tabIndex={-1}>
        {outcome.message}
      </output>
    )
  }
  const fields = outcome.kind === 'refused' ? Object.values(outcome.fields) : []
  const isConflict = outcome.kind === 'conflict'
  return (
    <div className="grid gap-3" role="alert" tabIndex={-1}>
      <Notice severity={isConflict ? 'warning' : 'serious'}>
        {[outcome.message, ...fields.filter((text) => text !== outcome.message)].join(' ')}{' '}
        {isConflict && (
          <Link className="font-medium underline underline-offset-3" reloadDocument to={here}>
            {t('form.keep')}
          </Link>
        )}
      </Notice>
    </div>
  )
}

/** The latest change that the person has seen: what others changed since then is told, not overwritten. */
export function useSeen(latest: string | null, outcome: CostOutcome | undefined): string | null {
  // What is loaded again meanwhile was not looked at while typing.
  const [seen, setSeen] = useState(latest)
  if (outcome === undefined || outcome.seen === seen) return seen
  setSeen(outcome.seen)
  return outcome.seen
}

/** Fields that every form about costs sends. */
export function HiddenFields({ fields }: { readonly fields: Readonly<Record<string, string | null>> }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} name={name} type="hidden" value={value ?? ''} />
  ))
}

/** What was typed into a form that was not saved. */
export function typedOf(outcome: CostOutcome | undefined): Readonly<Record<string, string>> {
  return outcome && outcome.kind !== 'saved' ? outcome.typed : {}
}

/** Whether closed days would move, which takes a reason. */
function asksReason(outcome: CostOutcome | undefined): boolean {
  if (outcome?.kind === 'preview') return outcome.asksReason
  return outcome !== undefined && outcome.kind !== 'saved' && ('reason' in typedOf(outcome) || isUnreasoned(outcome))
}

function isUnreasoned(outcome: CostOutcome): boolean {
  return outcome.kind === 'refused' && outcome.fields['reason'] !== undefined
}

/** Asks why closed days change, once it is known that they would. */
export function ReasonField({ outcome }: { readonly outcome: CostOutcome | undefined }) {
  const t = useWords()
  if (!asksReason(outcome)) return null
  return (
    <TextField
      defaultValue={typedOf(outcome)['reason'] ?? ''}
      help={t('form.reasonHelp')}
      label={t('form.reason')}
      maxLength={500}
      name="reason"
      required
    />
  )
}

interface FormButtonsProps {
  readonly form: string
  readonly outcome: CostOutcome | undefined
  readonly save: string
}

/** Previews and saves a form. */
export function FormButtons({ form, outcome, save }: FormButtonsProps) {
  const t = useWords()
  const busy = useNavigation().formData
  const intent = busy?.get('form') === form && busy.get('what') !== 'remove' ? busy.get('intent') : undefined
  return (
    <div className="flex flex-wrap gap-2">
      <Button formNoValidate isBusy={intent === 'preview'} name="intent" type="submit" value="preview">
        {t('form.preview')}
      </Button>
      <Button isBusy={intent === 'save'} kind="primary" name="intent" type="submit" value="save">
        {outcome?.kind === 'conflict' ? t('form.override') : save}
      </Button>
    </div>
  )
}

/** Deleting and undoing have no fields: where they need a reason, or others were faster, this asks and sends them again. */
export function AskAgain({ outcome, again }: { readonly outcome: CostOutcome | undefined; readonly again: string }) {
  if (outcome === undefined || outcome.kind === 'saved' || outcome.kind === 'preview') return null
  if (outcome.kind === 'refused' && !isUnreasoned(outcome)) return <Outcome outcome={outcome} />
  const { form = '', what = '', id = '' } = outcome.typed
  return (
    <Form className="grid gap-3 rounded-lg border border-line p-3.5" method="post" preventScrollReset>
      <HiddenFields fields={{ form, what, id, seen: outcome.seen }} />
      <Outcome outcome={outcome} />
      <ReasonField outcome={outcome} />
      <p>
        <Button name="intent" type="submit" value="save">
          {again}
        </Button>
      </p>
    </Form>
  )
}
