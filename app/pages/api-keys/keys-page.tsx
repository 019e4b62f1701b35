import { Form, useNavigation } from 'react-router'
import { Choice, Choices } from '../../blocks/fields/choices.tsx'
import { LinesField } from '../../blocks/fields/fields.tsx'
import { FormRefusal } from '../../blocks/fields/form-refusal.tsx'
import { Button, Card, CardHeader, CopyText, SelectField, TextField } from '../../ui/index.ts'
import type { AssistantSetup } from './assistants.ts'
import { AssistantsCard } from './assistants-card.tsx'
import { KeysCard } from './keys-card.tsx'
import { type KeysFailure, type KeysModel, lives, type NewKeyModel, scopeChoices, untyped } from './model.ts'
import { useWords } from './words.ts'

interface KeysPageProps {
  readonly keys: KeysModel
  readonly assistants: readonly AssistantSetup[]
  readonly created: NewKeyModel | undefined
  readonly failure: KeysFailure | undefined
}

/** Creates, lists and revokes keys of the API. */
export function KeysPage({ keys, assistants, created, failure }: KeysPageProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <FormRefusal failure={failure} />
      {created && <NewKeyCard created={created} />}
      <CreateForm failure={failure} key={created?.key ?? 'form'} shops={keys.shops} />
      {keys.keys.length > 0 && <KeysCard keys={keys.keys} />}
      <AssistantsCard assistants={assistants} />
    </div>
  )
}

/** The new key, which is never shown again, with what to do with it. */
function NewKeyCard({ created: { name, key, examples } }: { readonly created: NewKeyModel }) {
  const t = useWords()
  return (
    <Card aria-labelledby="new-key-heading" className="pb-5">
      <CardHeader id="new-key-heading" note={t('new.note')} title={t('new.title', { name })} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 px-4 sm:px-5">
        <output className="text-[13px]">{t('new.copy')}</output>
        <CopyText label={t('new.key')} text={key} />
        {examples.map(({ label, code }) => (
          <CopyText isCode key={label} label={label} text={code} />
        ))}
        <p className="text-[13px] text-soft">{t('new.address')}</p>
      </div>
    </Card>
  )
}

interface CreateFormProps {
  readonly shops: KeysModel['shops']
  readonly failure: KeysFailure | undefined
}

/** Creates a key. */
function CreateForm({ shops, failure }: CreateFormProps) {
  const t = useWords()
  const isBusy = useNavigation().formData?.get('intent') === 'create'
  const typed = failure?.typed ?? untyped
  const errors = failure?.fields ?? {}
  return (
    <Card aria-labelledby="create-heading" className="pb-5">
      <CardHeader id="create-heading" note={t('create.note')} title={t('create.title')} />
      <Form
        className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5 px-4 sm:px-5"
        key={failure ? 'again' : 'first'}
        method="post"
        preventScrollReset
      >
        <input name="intent" type="hidden" value="create" />
        <TextField
          autoComplete="off"
          defaultValue={typed.name}
          error={errors['name']}
          label={t('field.name')}
          maxLength={100}
          name="name"
          placeholder={t('field.nameExample')}
          required
        />
        <Choices error={errors['scopes']} legend={t('field.scopes')}>
          {scopeChoices.map((scope) => (
            <Choice defaultChecked={typed.scopes.includes(scope)} key={scope} name="scopes" value={scope}>
              {t(`scope.${scope}`)} <code className="text-[12px] text-faint">{scope}</code>
            </Choice>
          ))}
        </Choices>
        <Choices error={errors['shops']} legend={t('field.shops')}>
          {shops.map(({ domain, name }) => (
            <Choice defaultChecked={typed.shops.includes(domain)} key={domain} name="shops" value={domain}>
              <bdi>{name}</bdi> {name !== domain && <span className="text-faint">{domain}</span>}
            </Choice>
          ))}
        </Choices>
        <SelectField
          defaultValue={typed.days || untyped.days}
          error={errors['days']}
          help={t('field.daysHelp')}
          label={t('field.days')}
          name="days"
        >
          {lives.map((days) => (
            <option key={days} value={days}>
              {t(`days.${days}`)}
            </option>
          ))}
        </SelectField>
        <LinesField
          defaultValue={typed.networks}
          error={errors['networks']}
          help={t('field.networksHelp')}
          label={t('field.networks')}
          name="networks"
          size="short"
        />
        <Button className="w-fit" isBusy={isBusy} kind="primary">
          {t('create.go')}
        </Button>
      </Form>
    </Card>
  )
}
