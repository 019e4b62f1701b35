import { Form, useLocation, useNavigation } from 'react-router'
import { Button, Card, CardHeader, Notice } from '../../ui/index.ts'
import type { Errors, MappingDraft, SurveyOutcome, SurveySetup } from './model.ts'

interface MappingsCardProps {
  readonly setup: SurveySetup
  readonly outcome: Extract<SurveyOutcome, { form: 'mappings' }> | undefined
}

/** Platforms as touchpoints name them. */
const platforms: Readonly<Record<string, string>> = { '': 'None', google: 'Google', meta: 'Meta', tiktok: 'TikTok' }

const control =
  'h-9 w-full min-w-0 rounded-lg border border-edge bg-surface px-2.5 text-ink shadow-xs focus-visible:outline-offset-0 aria-invalid:border-bad pointer-coarse:h-11 pointer-coarse:text-base'

/** Maps responses to channels; applies to all responses, past ones included. */
export function MappingsCard({ setup: { mappings, channels, mayChange }, outcome }: MappingsCardProps) {
  const drafts = outcome?.mappings ?? mappings
  const { search } = useLocation()
  const isBusy = useNavigation().formData?.get('intent') === 'mappings'
  return (
    <Card aria-labelledby="mappings-heading" className="min-w-0 scroll-mt-20 pb-5" id="mappings">
      <CardHeader
        id="mappings-heading"
        note="In attributions an answer counts for its channel, under the model “With survey”. Answers of the past follow a change."
        title="What the answers stand for"
      />
      <Form
        action={`${search}#mappings`}
        className="mt-4 px-4 sm:px-5"
        key={JSON.stringify(drafts)}
        method="post"
        preventScrollReset
      >
        <fieldset className="grid min-w-0 gap-4" disabled={!mayChange}>
          <legend className="sr-only">What the answers stand for</legend>
          {outcome && (
            <div role="alert">
              <Notice severity="serious">{outcome.message}</Notice>
            </div>
          )}
          <input name="mappings" type="hidden" value={drafts.length} />
          <datalist id="survey-channels">
            {channels.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </datalist>
          <ul className="grid gap-3">
            {drafts.map((mapping, nth) => (
              <Line errors={outcome?.errors ?? {}} key={mapping.answer} mapping={mapping} nth={nth} />
            ))}
          </ul>
          <p className="text-[13px] text-faint">
            A channel as figures name it, such as paid_social or podcast; empty: the answer counts for none.
          </p>
          {mayChange && (
            <p>
              <Button isBusy={isBusy} name="intent" type="submit" value="mappings">
                Save the channels
              </Button>
            </p>
          )}
        </fieldset>
      </Form>
    </Card>
  )
}

interface LineProps {
  readonly mapping: MappingDraft
  readonly nth: number
  readonly errors: Errors
}

function Line({ mapping: { answer, label, channel, platform }, nth, errors }: LineProps) {
  const name = `mappings.${nth}`
  const error = errors[`${name}.channel`] ?? errors[`${name}.platform`]
  const known = platform in platforms ? platforms : { ...platforms, [platform]: platform }
  return (
    <li className="grid items-center gap-x-3 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,15rem)_9rem]">
      <input name={`${name}.answer`} type="hidden" value={answer} />
      <input name={`${name}.label`} type="hidden" value={label} />
      <span className="min-w-0 break-words" dir="auto">
        {label}
      </span>
      <input
        aria-describedby={error ? `${name}-error` : undefined}
        aria-invalid={error ? true : undefined}
        aria-label={`Channel of “${label}”`}
        autoComplete="off"
        className={control}
        defaultValue={channel}
        list="survey-channels"
        maxLength={60}
        name={`${name}.channel`}
        placeholder="No channel"
        spellCheck={false}
      />
      <select
        aria-label={`Platform of “${label}”`}
        className={control}
        defaultValue={platform}
        name={`${name}.platform`}
      >
        {Object.entries(known).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {error && (
        <p className="text-[13px] text-bad sm:col-span-3" id={`${name}-error`}>
          {error}
        </p>
      )}
    </li>
  )
}
