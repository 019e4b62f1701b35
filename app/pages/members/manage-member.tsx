import { Form, useNavigation } from 'react-router'
import { Button, buttonClass, SelectField } from '../../ui/index.ts'
import type { MemberModel } from './model.ts'
import { roles } from './roles.ts'

interface ManageMemberProps {
  readonly member: MemberModel
  /** The only owner, who has to stay one. */
  readonly isFixed: boolean
}

/** Another role for somebody, or none at all; folded until it is wanted. */
export function ManageMember({ member, isFixed }: ManageMemberProps) {
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
