import { Badge, Card, CardHeader } from '../../ui/index.ts'
import { ManageMember } from './manage-member.tsx'
import type { MembersModel } from './model.ts'
import { roleLabel, roles } from './roles.ts'

/** The people, and for owners the ways to change what they may do. */
export function MembersCard({ organisation }: { readonly organisation: MembersModel }) {
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
