import { Form, useNavigation } from 'react-router'
import { Choice, Choices } from '../../blocks/fields/choices.tsx'
import { LinesField } from '../../blocks/fields/fields.tsx'
import { FormRefusal } from '../../blocks/fields/form-refusal.tsx'
import { Button, Card, CardHeader, CopyText, SelectField, TextField } from '../../ui/index.ts'
import type { AssistantSetup } from './assistants.ts'
import { AssistantsCard } from './assistants-card.tsx'
import { KeysCard } from './keys-card.tsx'
import { type KeysFailure, type KeysModel, lives, type NewKeyModel, scopeChoices, untyped } from './model.ts'

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
  return (
    <Card aria-labelledby="new-key-heading" className="pb-5">
      <CardHeader id="new-key-heading" note="This is the only time that it is shown." title={`The key “${name}”`} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 px-4 sm:px-5">
        <output className="text-[13px]">Copy it now, to where only the program that uses it can read it.</output>
        <CopyText label="Key" text={key} />
        {examples.map(({ label, code }) => (
          <CopyText isCode key={label} label={label} text={code} />
        ))}
        <p className="text-[13px] text-soft">
          Formulas that only take an address, such as IMPORTDATA, cannot be used: the key would stand in the address,
          which spreadsheets, servers and browsers write down and share. A key that arrives that way is revoked.
        </p>
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
  const isBusy = useNavigation().formData?.get('intent') === 'create'
  const typed = failure?.typed ?? untyped
  const errors = failure?.fields ?? {}
  return (
    <Card aria-labelledby="create-heading" className="pb-5">
      <CardHeader
        id="create-heading"
        note="One for each program, so that each can be revoked alone."
        title="Create a key"
      />
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
          label="Name"
          maxLength={100}
          name="name"
          placeholder="Weekly sheet"
          required
        />
        <Choices error={errors['scopes']} legend="What it may do">
          {scopeChoices.map(({ scope, means }) => (
            <Choice defaultChecked={typed.scopes.includes(scope)} key={scope} name="scopes" value={scope}>
              {means} <code className="text-[12px] text-faint">{scope}</code>
            </Choice>
          ))}
        </Choices>
        <Choices error={errors['shops']} legend="Which shops; none chosen: all, also later ones">
          {shops.map(({ domain, name }) => (
            <Choice defaultChecked={typed.shops.includes(domain)} key={domain} name="shops" value={domain}>
              {name} {name !== domain && <span className="text-faint">{domain}</span>}
            </Choice>
          ))}
        </Choices>
        <SelectField
          defaultValue={typed.days || untyped.days}
          error={errors['days']}
          help="Whoever gets hold of a key without an end can use it until somebody notices."
          label="How long it works"
          name="days"
        >
          {lives.map(({ days, label }) => (
            <option key={days} value={days}>
              {label}
            </option>
          ))}
        </SelectField>
        <LinesField
          defaultValue={typed.networks}
          error={errors['networks']}
          help="Such as 203.0.113.0/24, one per line. Empty: it works from anywhere."
          label="Networks"
          name="networks"
          size="short"
        />
        <Button className="w-fit" isBusy={isBusy} kind="primary">
          Create key
        </Button>
      </Form>
    </Card>
  )
}
