import { Form, useNavigation } from 'react-router'
import { Badge, Button, Card, CardHeader, SelectField, TextField } from '../../ui/index.ts'
import type { InvitationModel, MembersFailure, MembersModel } from './model.ts'
import { ShopsChoice } from './shops-choice.tsx'
import { useWords } from './words.tsx'

interface InvitationsCardProps {
  readonly invitations: readonly InvitationModel[]
  readonly mayChange: boolean
}

/** Pending invitations. */
export function InvitationsCard({ invitations, mayChange }: InvitationsCardProps) {
  const { formData } = useNavigation()
  const { text, roles } = useWords()
  const isBusy = (id: string, intent: string) => formData?.get('invitation') === id && formData.get('intent') === intent
  return (
    <Card aria-labelledby="invitations-heading">
      <CardHeader id="invitations-heading" title={text('invitations')} />
      <ul className="mt-1 divide-y divide-line">
        {invitations.map(({ id, email, role, until, sees }) => (
          <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5" key={id}>
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                <bdi className="break-all">{email}</bdi>{' '}
                <Badge>{roles.find((each) => each.role === role)?.label}</Badge>
              </p>
              <p className="mt-0.5 break-words text-[13px] text-soft">{sees}</p>
              <p className="mt-0.5 text-[13px] text-soft">{text('until', { day: until })}</p>
            </div>
            {mayChange && (
              <Form className="flex gap-1" method="post" preventScrollReset>
                <input name="invitation" type="hidden" value={id} />
                <Button
                  isBusy={isBusy(id, 'resend')}
                  aria-label={text('resendTo', { who: email })}
                  kind="quiet"
                  name="intent"
                  size="small"
                  value="resend"
                >
                  {text('resend')}
                </Button>
                <Button
                  isBusy={isBusy(id, 'revoke')}
                  aria-label={text('withdrawOf', { who: email })}
                  kind="quiet"
                  name="intent"
                  size="small"
                  value="revoke"
                >
                  {text('withdraw')}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface InviteFormProps {
  readonly shops: MembersModel['shops']
  readonly failure: MembersFailure | undefined
}

/** Invites somebody by email. */
export function InviteForm({ shops, failure }: InviteFormProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'invite'
  const { text, roles } = useWords()
  const typed = failure?.typed
  return (
    <Card aria-labelledby="invite-heading" className="pb-5">
      <CardHeader id="invite-heading" note={text('inviteAbout')} title={text('invite')} />
      <Form
        className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 px-4 sm:grid-cols-[minmax(0,1fr)_12rem] sm:px-5"
        key={failure ? 'again' : 'first'}
        method="post"
        preventScrollReset
      >
        <input name="intent" type="hidden" value="invite" />
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={typed?.email}
          error={failure?.fields['email']}
          label={text('email')}
          maxLength={255}
          name="email"
          required
          spellCheck={false}
          type="email"
        />
        <SelectField
          defaultValue={typed?.role || 'analyst'}
          error={failure?.fields['role']}
          label={text('role')}
          name="role"
        >
          {roles.map(({ role, label }) => (
            <option key={role} value={role}>
              {label}
            </option>
          ))}
        </SelectField>
        <div className="sm:col-span-2">
          <ShopsChoice chosen={typed?.shops ?? null} error={failure?.fields['shops']} shops={shops} />
        </div>
        <Button className="w-fit" isBusy={isBusy} kind="primary">
          {text('send')}
        </Button>
      </Form>
    </Card>
  )
}
