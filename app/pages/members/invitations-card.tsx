import { Form, useNavigation } from 'react-router'
import { Badge, Button, Card, CardHeader } from '../../ui/index.ts'
import type { InvitationModel } from './model.ts'
import { roleLabel } from './roles.ts'

interface InvitationsCardProps {
  readonly invitations: readonly InvitationModel[]
  readonly mayChange: boolean
}

/** Invitations that nobody has answered yet. */
export function InvitationsCard({ invitations, mayChange }: InvitationsCardProps) {
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
