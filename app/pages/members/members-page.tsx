import { useEffect } from 'react'
import { Form, useNavigation, useSearchParams } from 'react-router'
import { CircleCheck } from '../../icons.ts'
import { Badge, Button, buttonClass, Card, CardHeader, Notice, SelectField, TextField } from '../../ui/index.ts'
import {
  type InvitationModel,
  type MemberModel,
  type MembersFailure,
  type MembersModel,
  roleLabel,
  roles,
} from './model.ts'

interface LeaveFormProps {
  readonly name: string
  readonly isOnlyOwner: boolean
}

/** Leaves the organisation, after an inline confirmation. */
export function LeaveForm({ name, isOnlyOwner }: LeaveFormProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'leave'
  if (isOnlyOwner) {
    return (
      <p className="px-1 text-[13px] text-faint">
        You are the only owner of {name}. To leave it, make somebody else an owner first.
      </p>
    )
  }
  return (
    <details className="w-fit max-w-full">
      <summary className={`${buttonClass('quiet', 'small')} list-none [&::-webkit-details-marker]:hidden`}>
        Leave {name}…
      </summary>
      <div className="mt-2 max-w-sm rounded-xl border border-line bg-surface p-4 text-[13px]">
        <p className="mb-3">You no longer see its shops, until somebody invites you again.</p>
        <Form method="post">
          <Button isBusy={isBusy} kind="danger" name="intent" size="small" value="leave">
            Leave {name}
          </Button>
        </Form>
      </div>
    </details>
  )
}

interface ManageMemberProps {
  readonly member: MemberModel
  /** The only owner, whose role cannot change. */
  readonly isFixed: boolean
}

/** Changes or removes a member; collapsed by default. */
function ManageMember({ member, isFixed }: ManageMemberProps) {
  const { formData } = useNavigation()
  const isBusy = (intent: string) => formData?.get('person') === member.person && formData.get('intent') === intent
  const who = member.name || member.email
  if (isFixed) return null
  return (
    <details className="mt-1" key={member.role} name="member">
      <summary className={`${buttonClass('quiet', 'small')} -ms-2.5 list-none [&::-webkit-details-marker]:hidden`}>
        Manage<span className="sr-only"> {who}</span>
      </summary>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-4 rounded-lg bg-sunken p-4">
        <Form className="flex flex-wrap items-end gap-2" method="post" preventScrollReset>
          <input name="person" type="hidden" value={member.person} />
          <div className="w-44">
            <SelectField defaultValue={member.role} label="Role" name="role">
              {roles.map(({ role, label }) => (
                <option key={role} value={role}>
                  {label}
                </option>
              ))}
            </SelectField>
          </div>
          <Button isBusy={isBusy('role')} name="intent" value="role">
            Change role
          </Button>
        </Form>
        {!member.isSelf && (
          <details>
            <summary className={`${buttonClass('danger')} list-none [&::-webkit-details-marker]:hidden`}>
              Remove…<span className="sr-only"> {who}</span>
            </summary>
            <Form className="mt-3 max-w-xs text-[13px]" method="post" preventScrollReset>
              <input name="person" type="hidden" value={member.person} />
              <p className="mb-2">{who} no longer sees the shops, at once.</p>
              <Button isBusy={isBusy('remove')} kind="danger" name="intent" size="small" value="remove">
                Remove {who}
              </Button>
            </Form>
          </details>
        )}
      </div>
    </details>
  )
}

/** Confirmations of the last form, by the word in the address. */
const texts: ReadonlyMap<string, string> = new Map([
  ['invited', 'The invitation is on its way. The link in the mail holds for seven days.'],
  ['role', 'The role is changed.'],
  ['removed', 'That person is no member any more.'],
  ['revoked', 'The invitation is revoked; its link opens nothing any more.'],
])

interface MembersPageProps {
  readonly organisation: MembersModel
  readonly failure: MembersFailure | undefined
}

/** Members of an organisation and their roles. */
export function MembersPage({ organisation, failure }: MembersPageProps) {
  const [search] = useSearchParams()
  const done = doneText(search.get('done'))
  const { name, mayChange, invitations, whoMay, isOnlyOwner } = organisation
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <h1 className="font-semibold text-2xl tracking-tight">Members</h1>
      <p className="mt-1 mb-6 text-soft">Who belongs to {name} and sees its shops.</p>
      <output className="block in-[main:has([role=alert]:not(:empty),[aria-invalid=true])]:hidden">
        {done && (
          <span className="mb-6 flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
            {done}
          </span>
        )}
      </output>
      <Failure failure={failure} />
      <div className="grid gap-6">
        {mayChange ? (
          <InviteForm failure={failure} />
        ) : (
          <Notice severity="info">
            {whoMay ? `Only owners can change this: ask ${whoMay}.` : 'Only owners can change this.'}
          </Notice>
        )}
        <MembersCard organisation={organisation} />
        {invitations.length > 0 && <InvitationsCard invitations={invitations} mayChange={mayChange} />}
        <LeaveForm isOnlyOwner={isOnlyOwner} name={name} />
      </div>
    </main>
  )
}

function Failure({ failure }: { readonly failure: MembersFailure | undefined }) {
  useEffect(() => {
    const field = failure && document.querySelector('main [aria-invalid="true"]')
    if (field instanceof HTMLElement) field.focus()
  }, [failure])
  if (!failure || Object.values(failure.fields).includes(failure.message)) return null
  return (
    <div className="mb-6" role="alert">
      <Notice severity="serious">{failure.message}</Notice>
    </div>
  )
}

/** The sentence for a word in the address; undefined for anything else. */
function doneText(word: string | null): string | undefined {
  return word === null ? undefined : texts.get(word)
}

interface InvitationsCardProps {
  readonly invitations: readonly InvitationModel[]
  readonly mayChange: boolean
}

/** Pending invitations. */
function InvitationsCard({ invitations, mayChange }: InvitationsCardProps) {
  const revoking = useNavigation().formData?.get('invitation')
  return (
    <Card aria-labelledby="invitations-heading">
      <CardHeader id="invitations-heading" title="Open invitations" />
      <ul className="mt-1 divide-y divide-line">
        {invitations.map(({ id, email, role, until }) => (
          <li className="flex items-start justify-between gap-4 px-4 py-3.5 sm:px-5" key={id}>
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                <span className="break-all">{email}</span> <Badge>{roleLabel(role)}</Badge>
              </p>
              <p className="mt-0.5 text-[13px] text-soft">Holds until {until}</p>
            </div>
            {mayChange && (
              <Form method="post" preventScrollReset>
                <input name="intent" type="hidden" value="revoke" />
                <input name="invitation" type="hidden" value={id} />
                <Button isBusy={revoking === id} kind="quiet" size="small">
                  Revoke<span className="sr-only"> the invitation of {email}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The members; owners can change their roles. */
function MembersCard({ organisation }: { readonly organisation: MembersModel }) {
  const { members, mayChange, isOnlyOwner } = organisation
  return (
    <Card aria-labelledby="members-heading">
      <CardHeader
        id="members-heading"
        note={members.length === 1 ? 'Nobody else yet' : `${members.length} people`}
        title="People"
      />
      <ul className="mt-1 divide-y divide-line">
        {members.map((member) => (
          <li className="px-4 py-3.5 sm:px-5" key={member.person}>
            <div className="flex items-start justify-between gap-4">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                  <span className="break-words">{member.name || member.email}</span>
                  {member.isSelf && <Badge tone="accent">You</Badge>}
                </p>
                <p className="mt-0.5 break-words text-[13px] text-soft">
                  {member.name && `${member.email} · `}since {member.since}
                </p>
              </div>
              <span className="shrink-0 pt-px">
                <Badge>{roleLabel(member.role)}</Badge>
              </span>
            </div>
            {mayChange && <ManageMember isFixed={isOnlyOwner && member.isSelf} member={member} />}
          </li>
        ))}
      </ul>
      <dl className="grid gap-1 border-line border-t px-4 py-3.5 text-[13px] text-faint sm:px-5">
        {roles.map(({ role, label, means }) => (
          <div className="flex gap-2" key={role}>
            <dt className="w-14 shrink-0 font-medium">{label}</dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Invites somebody by email. */
function InviteForm({ failure }: { readonly failure: MembersFailure | undefined }) {
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
