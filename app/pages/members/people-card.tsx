import { Form, Link, useNavigation } from 'react-router'
import { Badge, Button, buttonClass, Card, CardHeader, SelectField } from '../../ui/index.ts'
import type { MemberModel, MembersModel } from './model.ts'
import { ShopsChoice } from './shops-choice.tsx'
import { useWords } from './words.tsx'

/** The members with what they may see; owners can change it. */
export function PeopleCard({ organisation }: { readonly organisation: MembersModel }) {
  const { members, mayChange, isOnlyOwner, shops } = organisation
  const { text, roles } = useWords()
  return (
    <Card aria-labelledby="members-heading">
      <CardHeader
        id="members-heading"
        note={members.length === 1 ? text('nobodyElse') : text('count', { count: members.length })}
        title={text('people')}
      />
      <ul className="mt-1 divide-y divide-line">
        {members.map((member) => (
          <li className="px-4 py-3.5 sm:px-5" key={member.person}>
            <MemberLine member={member} />
            {mayChange && <ManageMember isFixed={isOnlyOwner && member.isSelf} member={member} shops={shops} />}
          </li>
        ))}
      </ul>
      <dl className="grid gap-1 border-line border-t px-4 py-3.5 text-[13px] text-faint sm:px-5">
        {roles.map(({ role, label, means }) => (
          <div className="flex gap-2" key={role}>
            <dt className="w-20 shrink-0 font-medium">{label}</dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function MemberLine({ member }: { readonly member: MemberModel }) {
  const { text, roles } = useWords()
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <bdi className="break-words">{member.name || member.email}</bdi>
          {member.isSelf && <Badge tone="accent">{text('you')}</Badge>}
        </p>
        <p className="mt-0.5 break-words text-[13px] text-soft">
          {member.name && `${member.email} · `}
          {text('since', { day: member.since })}
        </p>
        <p className="mt-0.5 break-words text-[13px] text-soft">{member.sees}</p>
        <p className="mt-0.5 text-[13px] text-faint">
          {text(member.hasFactor ? 'factorOn' : 'factorOff')} · {member.seen}
        </p>
      </div>
      <span className="shrink-0 pt-px">
        <Badge>{roles.find(({ role }) => role === member.role)?.label}</Badge>
      </span>
    </div>
  )
}

interface ManageMemberProps {
  readonly member: MemberModel
  /** The only owner, whose role cannot change. */
  readonly isFixed: boolean
  readonly shops: MembersModel['shops']
}

/** Changes or removes a member; collapsed by default. */
function ManageMember({ member, isFixed, shops }: ManageMemberProps) {
  const { formData } = useNavigation()
  const isBusy = (intent: string) => formData?.get('person') === member.person && formData.get('intent') === intent
  const { text, roles } = useWords()
  const who = member.name || member.email
  if (isFixed) return null
  return (
    <details className="mt-1" key={`${member.role} ${member.sees}`} name="member">
      <summary className={`${buttonClass('quiet', 'small')} -ms-2.5 list-none [&::-webkit-details-marker]:hidden`}>
        {text('manage')}
        <span className="sr-only"> {who}</span>
      </summary>
      <div className="mt-2 grid gap-5 rounded-lg bg-sunken p-4">
        <Form className="flex flex-wrap items-end gap-2" method="post" preventScrollReset>
          <input name="person" type="hidden" value={member.person} />
          <div className="w-44">
            <SelectField defaultValue={member.role} label={text('role')} name="role">
              {roles.map(({ role, label }) => (
                <option key={role} value={role}>
                  {label}
                </option>
              ))}
            </SelectField>
          </div>
          <Button isBusy={isBusy('role')} name="intent" value="role">
            {text('changeRole')}
          </Button>
        </Form>
        {member.role !== 'owner' && (
          <Form className="grid justify-items-start gap-3" method="post" preventScrollReset>
            <input name="person" type="hidden" value={member.person} />
            <ShopsChoice chosen={member.shops} shops={shops} />
            <Button isBusy={isBusy('shops')} name="intent" value="shops">
              {text('changeShops')}
            </Button>
          </Form>
        )}
        {!member.isSelf && member.role !== 'owner' && <OfferForm isBusy={isBusy('offer')} member={member} />}
        {!member.isSelf && (
          <Link className={`${buttonClass('danger')} w-fit`} to={`?remove=${member.person}`}>
            {text('remove')}
            <span className="sr-only"> {who}</span>
          </Link>
        )}
      </div>
    </details>
  )
}

interface OfferFormProps {
  readonly member: MemberModel
  readonly isBusy: boolean
}

/** Offers the own place as owner, after an inline confirmation. */
function OfferForm({ member, isBusy }: OfferFormProps) {
  const { text } = useWords()
  const who = member.name || member.email
  return (
    <details>
      <summary className={`${buttonClass()} w-fit list-none [&::-webkit-details-marker]:hidden`}>
        {text('handOver')}
        <span className="sr-only"> {who}</span>
      </summary>
      <Form className="mt-3 max-w-md text-[13px]" method="post" preventScrollReset>
        <input name="person" type="hidden" value={member.person} />
        <p className="mb-2">{text('handOverAbout', { who })}</p>
        <Button isBusy={isBusy} name="intent" size="small" value="offer">
          {text('handOverDo', { who })}
        </Button>
      </Form>
    </details>
  )
}
