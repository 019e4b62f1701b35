import { Form, useLocation, useNavigation } from 'react-router'
import { Button, Card, CardHeader, Notice, Select } from '../../ui/index.ts'
import type { MappingDraft, SurveyOutcome, SurveySetup } from './model.ts'
import { useWords } from './words.ts'

interface MappingsCardProps {
  readonly setup: SurveySetup
  readonly outcome: Extract<SurveyOutcome, { form: 'mappings' }> | undefined
}

/** Platforms as touchpoints name them. */
const platforms: Readonly<Record<string, string>> = { google: 'Google', meta: 'Meta', tiktok: 'TikTok' }

/** Maps responses to channels; applies to all responses, past ones included. */
export function MappingsCard({ setup: { mappings, channels, mayChange }, outcome }: MappingsCardProps) {
  const t = useWords()
  const drafts = outcome?.mappings ?? mappings
  const { search } = useLocation()
  const isBusy = useNavigation().formData?.get('intent') === 'mappings'
  return (
    <Card aria-labelledby="mappings-heading" className="min-w-0 scroll-mt-20 pb-5" id="mappings">
      <CardHeader id="mappings-heading" note={t('mappings.about')} title={t('mappings.title')} />
      <Form
        action={`${search}#mappings`}
        className="mt-4 px-4 sm:px-5"
        key={JSON.stringify(drafts)}
        method="post"
        preventScrollReset
      >
        <fieldset className="grid min-w-0 gap-4" disabled={!mayChange}>
          <legend className="sr-only">{t('mappings.title')}</legend>
          {outcome && (
            <div role="alert">
              <Notice severity="serious">{outcome.message}</Notice>
            </div>
          )}
          <input name="mappings" type="hidden" value={drafts.length} />
          <ul className="grid gap-3">
            {drafts.map((mapping, nth) => (
              <Line channels={channels} key={mapping.answer} mapping={mapping} nth={nth} />
            ))}
          </ul>
          <p className="text-[13px] text-faint">{t('mappings.help')}</p>
          {mayChange && (
            <p>
              <Button isBusy={isBusy} name="intent" type="submit" value="mappings">
                {t('mappings.save')}
              </Button>
            </p>
          )}
        </fieldset>
      </Form>
    </Card>
  )
}

interface LineProps extends Pick<SurveySetup, 'channels'> {
  readonly mapping: MappingDraft
  readonly nth: number
}

function Line({ mapping: { answer, label, channel, platform }, channels, nth }: LineProps) {
  const t = useWords()
  const name = `mappings.${nth}`
  const known = { '': t('mappings.noPlatform'), ...(platform === '' ? {} : { [platform]: platform }), ...platforms }
  return (
    <li className="grid items-center gap-x-3 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,15rem)_10rem]">
      <input name={`${name}.answer`} type="hidden" value={answer} />
      <input name={`${name}.label`} type="hidden" value={label} />
      <span className="min-w-0 break-words" dir="auto">
        {label}
      </span>
      <Select aria-label={t('mappings.channel', { label })} defaultValue={channel} name={`${name}.channel`}>
        <option value="">{t('table.noChannel')}</option>
        {channels.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
      <Select aria-label={t('mappings.platform', { label })} defaultValue={platform} name={`${name}.platform`}>
        {Object.entries(known).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </li>
  )
}
