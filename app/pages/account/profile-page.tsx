import type { SaveProfileInput } from '@tillsight/domain'
import { Form } from 'react-router'
import { directionOf, languageNames, languages } from '../../language/index.ts'
import { Button, Card, SelectField, TextField } from '../../ui/index.ts'
import { FailureNotice } from './failure-notice.tsx'
import type { AccountFailure } from './model.ts'
import { PageHead } from './page-head.tsx'
import { PictureForm } from './picture-form.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { useBusy } from './use-busy.ts'
import { useChanged } from './use-changed.ts'

interface ProfilePageProps {
  readonly profile: {
    readonly name: string
    readonly language: string
    readonly zone: string
    readonly pictureUrl: string | null
  }
  readonly zones: readonly string[]
  /** The zone of the browser, once it has said so. */
  readonly browserZone: string | undefined
  readonly failure: AccountFailure | undefined
  /** What was typed into the refused form. */
  readonly typed: SaveProfileInput | undefined
}

/** How others see the person, and how the product writes for them. */
export function ProfilePage({ profile, failure, ...rest }: ProfilePageProps) {
  return (
    <>
      <PageHead title="Profile">How others in your organisation see you.</PageHead>
      <FailureNotice failure={failure} />
      <Card className="divide-y divide-line">
        <PictureForm error={failure?.fields.picture} key={profile.pictureUrl} url={profile.pictureUrl} />
        <ProfileForm failure={failure} profile={profile} {...rest} />
      </Card>
    </>
  )
}

function ProfileForm({ profile, zones, browserZone, failure, typed }: ProfilePageProps) {
  const values = typed ?? profile
  const { isChanged, watch } = useChanged(profile)
  return (
    <Form className="grid max-w-md gap-5 p-4 sm:p-5" method="post" onChange={watch}>
      <input name="intent" type="hidden" value="profile" />
      <TextField
        autoComplete="name"
        defaultValue={values.name}
        error={failure?.fields.name}
        label="Name"
        maxLength={100}
        name="name"
      />
      <SelectField
        defaultValue={values.language}
        error={failure?.fields.language}
        help="Of menus, dates and the names of figures. A shop for which you chose another language keeps it."
        label="Language"
        name="language"
      >
        <option value="">As the browser says</option>
        {languages.map((language) => (
          <option dir={directionOf(language)} key={language} lang={language} value={language}>
            {languageNames[language]}
          </option>
        ))}
      </SelectField>
      <SelectField
        defaultValue={values.zone}
        error={failure?.fields.zone}
        help="For times in your account. Figures of a shop are counted in the zone of the shop."
        label="Time zone"
        name="zone"
      >
        <option value="">As the browser says{browserZone ? ` (${browserZone.replaceAll('_', ' ')})` : ''}</option>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
      <UnsavedGuard isChanged={isChanged} />
      <Button className="w-fit" isBusy={useBusy('profile')} kind="primary">
        Save
      </Button>
    </Form>
  )
}
