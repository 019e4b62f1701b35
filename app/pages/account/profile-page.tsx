import type { SaveProfileInput } from '@tillsight/domain'
import { type ChangeEvent, useId, useState } from 'react'
import { Form } from 'react-router'
import { directionOf, languageNames, languages } from '../../language/index.ts'
import { Button, Card, SelectField, TextField } from '../../ui/index.ts'
import type { AccountFailure } from './model.ts'
import { Disclosure, FailureNotice, PageHead, Picture, UnsavedGuard, useBusy, useChanged } from './parts.tsx'
import { picturePitfall, pictureTypes } from './picture-rules.ts'
import { useWords } from './words.ts'

interface ProfilePageProps {
  readonly profile: {
    readonly name: string
    readonly language: string
    readonly zone: string
    readonly pictureUrl: string | null
  }
  readonly zones: readonly string[]
  /** The browser's time zone, once known. */
  readonly browserZone: string | undefined
  readonly failure: AccountFailure | undefined
  /** Values entered in the rejected form. */
  readonly typed: SaveProfileInput | undefined
}

/** The person's name and picture, language and time zone. */
export function ProfilePage({ profile, failure, ...rest }: ProfilePageProps) {
  const t = useWords()
  return (
    <>
      <PageHead title={t('frame.profile')}>{t('profile.about')}</PageHead>
      <FailureNotice failure={failure} />
      <Card className="divide-y divide-line">
        <PictureForm error={failure?.fields.picture} key={profile.pictureUrl} url={profile.pictureUrl} />
        <ProfileForm failure={failure} profile={profile} {...rest} />
      </Card>
    </>
  )
}

function ProfileForm({ profile, zones, browserZone, failure, typed }: ProfilePageProps) {
  const t = useWords()
  const values = typed ?? profile
  const { isChanged, watch } = useChanged(profile)
  return (
    <Form className="grid max-w-md gap-5 p-4 sm:p-5" method="post" onChange={watch}>
      <input name="intent" type="hidden" value="profile" />
      <TextField
        autoComplete="name"
        defaultValue={values.name}
        error={failure?.fields.name}
        label={t('profile.name')}
        maxLength={100}
        name="name"
      />
      <SelectField
        defaultValue={values.language}
        error={failure?.fields.language}
        help={t('profile.languageHelp')}
        label={t('profile.language')}
        name="language"
      >
        <option value="">{t('profile.browser')}</option>
        {languages.map((language) => (
          <option dir={directionOf(language)} key={language} lang={language} value={language}>
            {languageNames[language]}
          </option>
        ))}
      </SelectField>
      <SelectField
        defaultValue={values.zone}
        error={failure?.fields.zone}
        help={t('profile.zoneHelp')}
        label={t('profile.zone')}
        name="zone"
      >
        <option value="">
          {t('profile.browser')}
          {browserZone ? ` (${browserZone.replaceAll('_', ' ')})` : ''}
        </option>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
      <UnsavedGuard isChanged={isChanged} />
      <Button className="w-fit" isBusy={useBusy('profile')} kind="primary">
        {t('profile.save')}
      </Button>
    </Form>
  )
}

interface PictureFormProps {
  readonly url: string | null
  readonly error: string | undefined
}

/** The picture, with controls to replace or remove it. */
function PictureForm({ url, error }: PictureFormProps) {
  const t = useWords()
  const id = useId()
  const { chosen, pitfall, choose } = usePreview()
  const isBusy = useBusy('picture')
  const problem = pitfall ? t(`profile.${pitfall}`) : error
  return (
    <div className="flex items-start gap-5 p-4 sm:p-5">
      <Picture url={chosen ?? url} />
      <div className="min-w-0 flex-1">
        <Form encType="multipart/form-data" method="post">
          <input name="intent" type="hidden" value="picture" />
          <label className="block font-medium" htmlFor={id}>
            {t('profile.picture')}
          </label>
          <input
            accept={pictureTypes.join(',')}
            aria-describedby={`${id}-help${problem ? ` ${id}-error` : ''}`}
            aria-invalid={problem ? true : undefined}
            className="mt-1.5 block w-full max-w-sm text-[13px] text-soft file:me-3 file:h-8 file:cursor-pointer file:rounded-lg file:border file:border-line file:border-solid file:bg-surface file:px-2.5 file:font-medium file:text-ink file:hover:bg-hover"
            id={id}
            name="picture"
            onChange={choose}
            required
            type="file"
          />
          <p className="mt-1.5 text-[13px] text-faint" id={`${id}-help`}>
            {t('profile.pictureHelp')}
          </p>
          <p className="text-[13px] text-bad" id={`${id}-error`} role="alert">
            {problem}
          </p>
          <Button className="mt-3" disabled={pitfall !== undefined} isBusy={isBusy} size="small">
            {t(url ? 'profile.replacePicture' : 'profile.savePicture')}
          </Button>
        </Form>
        {url && (
          <div className="mt-2 w-fit">
            <Disclosure align="start" label={`${t('profile.removePicture')}…`}>
              <p className="mb-3">{t('profile.removeAbout')}</p>
              <Form method="post">
                <Button kind="danger" name="intent" size="small" value="remove-picture">
                  {t('profile.removePicture')}
                </Button>
              </Form>
            </Disclosure>
          </div>
        )}
      </div>
    </div>
  )
}

/** Previews the chosen file before upload, or says what is wrong with it. */
function usePreview() {
  const [chosen, setChosen] = useState<string>()
  const [pitfall, setPitfall] = useState<ReturnType<typeof picturePitfall>>()
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    const problem = file && picturePitfall(file)
    setPitfall(problem)
    setChosen(undefined)
    if (!file || problem) return
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') setChosen(reader.result)
    })
    reader.readAsDataURL(file)
  }
  return { chosen, pitfall, choose }
}
