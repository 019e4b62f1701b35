import { Form, useNavigation } from 'react-router'
import { Button, Card, CardHeader, SelectField, TextField } from '../../ui/index.ts'
import type { MembersFailure } from './model.ts'
import { roles } from './roles.ts'

/** Asks somebody to join, by mail. */
export function InviteForm({ failure }: { readonly failure: MembersFailure | undefined }) {
  const isBusy = useNavigation().formData?.get('intent') === 'invite'
  return (
    <Card aria-labelledby="invite-heading" className="pb-5">
      <CardHeader
        id="invite-heading"
        note="They get a mail with a link that holds for seven days."
        title="Invite somebody"
      />
      <Form
        className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 px-4 sm:grid-cols-[minmax(0,1fr)_12rem] sm:px-5"
        method="post"
        preventScrollReset
      >
        <input name="intent" type="hidden" value="invite" />
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={failure?.typed.email}
          error={failure?.fields.email}
          key={failure ? 'again' : 'first'}
          label="E-mail address"
          maxLength={255}
          name="email"
          required
          spellCheck={false}
          type="email"
        />
        <SelectField
          defaultValue={failure?.typed.role || 'analyst'}
          error={failure?.fields.role}
          label="Role"
          name="role"
        >
          {roles.map(({ role, label }) => (
            <option key={role} value={role}>
              {label}
            </option>
          ))}
        </SelectField>
        <Button className="w-fit" isBusy={isBusy} kind="primary">
          Send invitation
        </Button>
      </Form>
    </Card>
  )
}
