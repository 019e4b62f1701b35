import { Form, useLocation, useNavigation } from 'react-router'
import { Trash2 } from '../../icons.ts'
import { Badge, Button, Card, CardHeader, Notice, TextField } from '../../ui/index.ts'
import type { Errors, QuestionDraft, SurveyOutcome, SurveySetup } from './model.ts'
import { useWords } from './words.ts'

interface QuestionCardProps {
  readonly setup: SurveySetup
  readonly outcome: Extract<SurveyOutcome, { form: 'question' }> | undefined
}

/** The question, its options, and whether it is active. Works as a plain form. */
export function QuestionCard({ setup, outcome }: QuestionCardProps) {
  const t = useWords()
  const { mayChange, question } = setup
  const { search } = useLocation()
  const draft = outcome?.draft ?? question
  const errors = outcome?.errors ?? {}
  return (
    <Card aria-labelledby="question-heading" className="min-w-0 scroll-mt-20 pb-5" id="question">
      <CardHeader id="question-heading" note={t('question.about')} title={t('question.title')}>
        {question.isOn ? <Badge tone="good">{t('question.on')}</Badge> : <Badge>{t('question.off')}</Badge>}
      </CardHeader>
      <Form
        action={`${search}#question`}
        className="mt-4 px-4 sm:px-5"
        key={JSON.stringify(draft)}
        method="post"
        preventScrollReset
      >
        <fieldset className="grid min-w-0 gap-5" disabled={!mayChange}>
          <legend className="sr-only">{t('question.title')}</legend>
          {outcome?.message !== undefined && (
            <div role="alert">
              <Notice severity="serious">{outcome.message}</Notice>
            </div>
          )}
          {/* Enter in a field does what the first button does: that must not take an option away. */}
          <button aria-hidden className="sr-only" name="intent" tabIndex={-1} type="submit" value="question">
            {t('question.save')}
          </button>
          <TextField
            defaultValue={draft.text}
            dir="auto"
            error={errors['text']}
            label={t('question.label')}
            maxLength={200}
            name="text"
            required
          />
          <Options draft={draft} errors={errors} mayChange={mayChange} />
          <label className="flex items-start gap-2.5">
            <input
              className="mt-0.5 size-4 accent-ink"
              defaultChecked={draft.allowsOther}
              name="allowsOther"
              type="checkbox"
              value="yes"
            />
            <span>
              {t('question.other')}
              <span className="block text-[13px] text-faint">{t('question.otherHelp')}</span>
            </span>
          </label>
          <label className="flex items-start gap-2.5">
            <input
              className="mt-0.5 size-4 accent-ink"
              defaultChecked={draft.isOn}
              name="enabled"
              type="checkbox"
              value="yes"
            />
            <span>
              {t('question.enable')}
              <span className="block text-[13px] text-faint">{t('question.enableHelp')}</span>
            </span>
          </label>
          {mayChange && <Save />}
        </fieldset>
      </Form>
    </Card>
  )
}

function Save() {
  const t = useWords()
  const isBusy = useNavigation().formData?.get('intent') === 'question'
  return (
    <p>
      <Button isBusy={isBusy} kind="primary" name="intent" type="submit" value="question">
        {t('question.save')}
      </Button>
    </p>
  )
}

interface OptionsProps {
  readonly draft: QuestionDraft
  readonly errors: Errors
  readonly mayChange: boolean
}

/** Options have no order: each buyer sees them shuffled, so that the first has no advantage. */
function Options({ draft: { options }, errors, mayChange }: OptionsProps) {
  const t = useWords()
  return (
    <div>
      <h3 className="font-medium">{t('options.title')}</h3>
      <p className="mb-2 text-[13px] text-faint">{t('options.about')}</p>
      {errors['options'] && <p className="mb-2 text-[13px] text-bad">{errors['options']}</p>}
      <input name="options" type="hidden" value={options.length} />
      <ul className="grid gap-2">
        {options.map(({ id, label }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the form is made anew whenever options come or go.
          <li key={nth}>
            <OptionField error={errors[`options.${nth}.label`]} id={id} label={label} mayChange={mayChange} nth={nth} />
          </li>
        ))}
      </ul>
      {mayChange && (
        <p className="mt-3">
          <Button formNoValidate name="intent" size="small" type="submit" value="add">
            {t('options.add')}
          </Button>
        </p>
      )}
    </div>
  )
}

interface OptionFieldProps {
  readonly nth: number
  readonly id: string
  readonly label: string
  readonly error: string | undefined
  readonly mayChange: boolean
}

function OptionField({ nth, id, label, error, mayChange }: OptionFieldProps) {
  const t = useWords()
  const name = `options.${nth}`
  return (
    <div>
      <div className="flex items-center gap-2">
        <input name={`${name}.id`} type="hidden" value={id} />
        <input
          aria-describedby={error ? `${name}-error` : undefined}
          aria-invalid={error ? true : undefined}
          aria-label={t('options.one', { number: nth + 1 })}
          autoComplete="off"
          className="h-9 w-full min-w-0 rounded-lg border border-edge bg-surface px-3 text-ink shadow-xs focus-visible:outline-offset-0 aria-invalid:border-bad pointer-coarse:h-11 pointer-coarse:text-base"
          defaultValue={label}
          dir="auto"
          maxLength={100}
          name={`${name}.label`}
        />
        {mayChange && (
          <Button formNoValidate kind="quiet" name="intent" size="small" type="submit" value={`remove:${nth}`}>
            <Trash2 aria-hidden className="size-4" />
            <span className="sr-only">{t('options.remove', { number: nth + 1 })}</span>
          </Button>
        )}
      </div>
      {error && (
        <p className="mt-1.5 text-[13px] text-bad" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
